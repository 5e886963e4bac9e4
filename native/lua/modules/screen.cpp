#include "native/lua/bridge/fingerprint.hpp"
#include "native/lua/bridge/pixel_room.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/bridge/shot.hpp"
#include "native/lua/modules/image.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/core/async/nursery.hpp"
#include "runtime/core/async/timer.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

Task<Results> displays(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Deadline deadline =
      host.deadline(args.call(), args.options(1, {"timeout"}).number("timeout", 0));
  std::function<Value(Desktop&)> work = [deadline](Desktop& desktop) {
    return to_list(desktop.displays().displays(deadline));
  };
  Task<Value> running = host.on_desktop<Value>(std::move(work), deadline);
  Value list = co_await std::move(running);
  co_return list;
}

CaptureTarget target_of(const Args& args, const Options& options) {
  CaptureTarget target;
  const std::string kind = args.string(1);
  if (kind == "display")
    target.kind = CaptureTarget::Kind::kDisplay;
  else if (kind == "window" || kind == "frontmost")
    target.kind = CaptureTarget::Kind::kWindow;
  else if (kind != "desktop")
    args.wrong(1, "\"desktop\", \"display\", \"window\" or \"frontmost\"");
  if (kind == "display" || kind == "window") {
    const std::int64_t id = options.integer("id", -1);
    if (id < 0) args.wrong(2, "{id = …}, the number of the display or window");
    target.id = static_cast<std::uint64_t>(id);
  }
  if (options.has("region")) target.region = to_rect(options["region"], "screen.capture: region");
  return target;
}

Shot shot_of(const Args& args, const Options& options) {
  DesktopService& host = args.self<DesktopService>();
  Shot shot;
  shot.target = target_of(args, options);
  shot.frontmost = args.string(1) == "frontmost";
  shot.deadline = host.deadline(args.call(), options.number("timeout", 0));
  shot.caller = DesktopService::caller(args.call());
  shot.gate = host.gate();
  shot.budget = host.pixel_budget();
  return shot;
}

Task<Results> capture(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Options options = args.options(2, {"id", "region", "scale", "max_width", "max_height",
                                           "fit", "encode", "fingerprint", "timeout"});
  Shot shot = shot_of(args, options);
  if (options.has("encode") && options.string("encode", "") != "png")
    args.wrong(2, "encode = \"png\"");
  shot.png = options.has("encode");
  shot.size = to_fit(options, "screen.capture");
  if (options.has("fit"))
    shot.fit =
        to_fit(Options("screen.capture: fit", options["fit"], {"scale", "max_width", "max_height"}),
               "screen.capture: fit");
  shot.fingerprint = options.boolean("fingerprint", false);
  const Deadline deadline = shot.deadline;
  std::function<PictureRef(Desktop&)> work = [shot](Desktop& desktop) {
    return take(shot, desktop);
  };
  Task<PictureRef> running = host.on_capture<PictureRef>(std::move(work), deadline);
  const runtime::Context context = co_await runtime::current_context();
  runtime::Nursery beside(context);
  if (!shot.png || shot.fit) beside.start(collect_for_room(&args.call()));
  PictureRef picture = co_await std::move(running);
  host.log_note(picture->shape().note);
  co_return image_result(std::move(picture), args.shared_self<DesktopService>());
}

Task<Results> matches(Args args) {
  const Options options = args.options(2, {"fingerprint", "id", "region", "timeout"});
  const Shot shot = shot_of(args, options);
  const auto* object = options["fingerprint"].as<std::shared_ptr<runtime::Object>>();
  const auto fingerprint = object ? std::dynamic_pointer_cast<Fingerprint>(*object) : nullptr;
  if (!fingerprint) args.wrong(2, "{fingerprint = …}, what a capture with fingerprint = true has");
  const TilesRef tiles = fingerprint->tiles();
  std::function<bool(Desktop&)> work = [shot, tiles](Desktop& desktop) {
    return looks_same(shot, *tiles, desktop);
  };
  Task<bool> running = args.self<DesktopService>().on_capture<bool>(std::move(work), shot.deadline);
  const bool same = co_await std::move(running);
  co_return Value(same);
}

Task<Results> mark(Args args) {
  DesktopService& host = args.self<DesktopService>();
  host.admit(args.call(), Operation::Kind::kListen);
  const Deadline deadline =
      host.deadline(args.call(), args.options(1, {"timeout"}).number("timeout", 0));
  std::function<std::uint64_t(DamageTracker&)> work = [deadline](DamageTracker& changes) {
    return changes.mark(deadline);
  };
  Task<std::uint64_t> running = host.on_changes<std::uint64_t>(std::move(work), deadline);
  const std::uint64_t moment = co_await std::move(running);
  co_return Value(static_cast<std::int64_t>(moment));
}

Task<Results> changed(Args args) {
  DesktopService& host = args.self<DesktopService>();
  host.admit(args.call(), Operation::Kind::kListen);
  const std::int64_t moment = args.integer(1);
  if (moment < 0) args.wrong(1, "what screen.mark gave");
  const Options options = args.options(2, {"region", "timeout"});
  const Rect region = to_rect(options["region"], "screen.changed: region");
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  std::function<bool(DamageTracker&)> work = [=](DamageTracker& changes) {
    return changes.changed(static_cast<std::uint64_t>(moment), region, deadline);
  };
  Task<bool> running = host.on_changes<bool>(std::move(work), deadline);
  const bool painted = co_await std::move(running);
  co_return Value(painted);
}

constexpr Function kScreen[] = {
    {"displays", "screen.displays({timeout}?) -> {display}",
     "The monitors: {id, name, bounds, scale, primary}. id counts from 0, the primary first; "
     "bounds in physical pixels.",
     displays},
    {"capture",
     "screen.capture(kind, {id, region, scale, max_width, max_height, fit, encode, fingerprint, "
     "timeout}?) -> image",
     "A picture of the \"desktop\", a \"display\" or \"window\" (by id), or the \"frontmost\" "
     "window. region is in "
     "desktop pixels. scale, max_width and max_height make it smaller while it arrives, with the "
     "pixels that image:fit "
     "gives; the whole one never is in memory. fit = {scale, max_width, max_height} leaves it "
     "whole and makes its smaller "
     "version along with it: image:fit with these options, or with the scale that they come to, "
     "has it at once. encode "
     "= \"png\" makes both of them PNGs instead of keeping pixels: image:encode() has these at "
     "once, all else takes longer. "
     "fingerprint = true gives it a `fingerprint`, for screen.matches. CAPTURE_FAILED, with the "
     "reason, when the pixels "
     "cannot be had.",
     capture},
    {"matches", "screen.matches(kind, {fingerprint, id, region, timeout}) -> boolean",
     "Whether a capture, made now and not kept, has the very pixels of the one that the "
     "fingerprint is of. Kinds, options "
     "and errors as for screen.capture.",
     matches},
    {"mark", "screen.mark({timeout}?) -> moment",
     "This moment, for screen.changed: a number. Take it before a capture, so that nothing is "
     "missed.",
     mark},
    {"changed", "screen.changed(moment, {region, timeout}) -> boolean",
     "Whether anything in the region (desktop pixels) was painted since then, be it with the same "
     "colours; true as well when "
     "that is not known any more. UNSUPPORTED when the display server cannot tell.",
     changed},
    {"wait_change", "screen.wait_change(region?, {timeout?}?) -> image",
     "Waits until pixels inside of the region (desktop pixels; default: the whole desktop) have "
     "other colours than at the call, "
     "and gives the new picture of it. What is painted again with the same colours is no change. "
     "timeout in seconds (default "
     "30; math.huge: for ever), then TIMEOUT. UNSUPPORTED when the display server cannot tell what "
     "is painted.",
     Function::Scripted{"screen_wait"}},
    {"wait_stable", "screen.wait_stable(region?, {still?, timeout?}?) -> image",
     "Waits until no pixel inside of the region has changed for `still` seconds (default 0.5), and "
     "gives the picture of it. The "
     "rest as screen.wait_change.",
     Function::Scripted{"screen_wait"}},
    {"wait_text", "screen.wait_text(text, {region?, language?, timeout?}?) -> place",
     "Waits until that text can be read inside of the region, at once when it is there already, "
     "and "
     "gives {text, bounds}: the words that hold it, and where they are on the desktop. Capitals "
     "make "
     "no difference. Reads again whenever pixels have changed. The rest as screen.wait_change and "
     "image:text.",
     Function::Scripted{"screen_wait"}},
};

}  // namespace

Module screen_module(std::shared_ptr<DesktopService> host) {
  return Module{"screen", kScreen, std::move(host), Value()};
}

}  // namespace native

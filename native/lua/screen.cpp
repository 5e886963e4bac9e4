#include "native/image/frame.hpp"
#include "native/lua/image.hpp"
#include "native/lua/modules.hpp"
#include "native/lua/records.hpp"

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
  Host& host = args.self<Host>();
  const Deadline deadline = host.deadline(args.call(), args.options(1, {"timeout"}).number("timeout", 0));
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

Task<Results> capture(Args args) {
  Host& host = args.self<Host>();
  const Options options = args.options(2, {"id", "region", "timeout"});
  const CaptureTarget wanted = target_of(args, options);
  const bool frontmost = args.string(1) == "frontmost";
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  const Caller caller = Host::caller(args.call());
  const std::shared_ptr<Gate> gate = host.gate();
  std::function<Frame(Desktop&)> work = [=](Desktop& desktop) {
    CaptureTarget target = wanted;
    if (frontmost) {
      const std::optional<Window> front = desktop.windows().frontmost(deadline);
      if (!front)
        throw Error("WINDOW_NOT_FOUND", "no application window has the focus", "name an application or a window");
      target.id = front->id;
    }
    FrameSink sink;
    gate->capture(desktop, caller, target, sink, deadline);
    return sink.take();
  };
  Task<Frame> running = host.on_desktop<Frame>(std::move(work), deadline);
  Frame frame = co_await std::move(running);
  co_return image_result(std::move(frame), args.shared_self<Host>());
}

Task<Results> mark(Args args) {
  Host& host = args.self<Host>();
  const Deadline deadline = host.deadline(args.call(), args.options(1, {"timeout"}).number("timeout", 0));
  std::function<std::uint64_t(Changes&)> work = [deadline](Changes& changes) { return changes.mark(deadline); };
  Task<std::uint64_t> running = host.on_changes<std::uint64_t>(std::move(work), deadline);
  const std::uint64_t moment = co_await std::move(running);
  co_return Value(static_cast<std::int64_t>(moment));
}

Task<Results> changed(Args args) {
  Host& host = args.self<Host>();
  const std::int64_t moment = args.integer(1);
  if (moment < 0) args.wrong(1, "what screen.mark gave");
  const Options options = args.options(2, {"region", "timeout"});
  const Rect region = to_rect(options["region"], "screen.changed: region");
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  std::function<bool(Changes&)> work = [=](Changes& changes) {
    return changes.changed(static_cast<std::uint64_t>(moment), region, deadline);
  };
  Task<bool> running = host.on_changes<bool>(std::move(work), deadline);
  const bool painted = co_await std::move(running);
  co_return Value(painted);
}

constexpr Function kScreen[] = {
    {"displays", "screen.displays({timeout}?) -> {display}",
     "The monitors: {id, name, bounds, scale, primary}. id counts from 0, the primary first; bounds in physical pixels.",
     displays},
    {"capture", "screen.capture(kind, {id, region, timeout}?) -> image",
     "A picture of the \"desktop\", a \"display\" or \"window\" (by id), or the \"frontmost\" window. region is in "
     "desktop pixels. CAPTURE_FAILED, with the reason, when the pixels cannot be had.",
     capture},
    {"mark", "screen.mark({timeout}?) -> moment",
     "This moment, for screen.changed: a number. Take it before a capture, so that nothing is missed.", mark},
    {"changed", "screen.changed(moment, {region, timeout}) -> boolean",
     "Whether anything in the region (desktop pixels) was painted since then, be it with the same colours; true as well when "
     "that is not known any more. UNSUPPORTED when the display server cannot tell.",
     changed},
};

}  // namespace

Module screen_module(std::shared_ptr<Host> host) { return Module{"screen", kScreen, std::move(host), Value()}; }

}  // namespace native

#include "native/lua/bridge/fingerprint.hpp"
#include "native/lua/bridge/masking_values.hpp"
#include "native/lua/bridge/parameters.hpp"
#include "native/lua/bridge/pixel_room.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/bridge/shot.hpp"
#include "native/lua/modules/image.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/core/async/nursery.hpp"
#include "runtime/core/async/timer.hpp"
#include "runtime/lua/modules/new_file_object.hpp"

namespace native {

using runtime::Args;
using runtime::Function;
using runtime::Module;
using runtime::Options;
using runtime::Parameter;
using runtime::Results;
using runtime::Task;
using runtime::Value;

namespace {

Task<Results> displays(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Deadline deadline = host.deadline(args.call(), args.options(1).number("timeout", 0));
  std::function<Value(Desktop&)> work = [deadline](Desktop& desktop) {
    return to_list(desktop.displays().displays(deadline));
  };
  Task<Value> running = host.on_desktop<Value>(std::move(work), deadline);
  Value list = co_await std::move(running);
  co_return list;
}

// Reads `frame` too, which only screen.capture has.
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
  target.with_frame = options.boolean("frame", false);
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

// Adds what is to be masked, where the caller asks for it or its policy demands it.
void add_masking(Shot& shot, const Options& options) {
  const auto rules = shot.gate->rules();
  const CallerRules& own = rules->of(shot.caller.kind);
  if (options.boolean("mask_pii", false) || own.always_masked) shot.mask = mask_rules(own);
}

using GatheredRef = std::shared_ptr<Gathered>;

// Takes a picture; one that is masked gives the desktop and the thread of captures back before its
// text is read.
Task<PictureRef> picture_of(std::shared_ptr<DesktopService> host, Shot shot) {
  if (!shot.mask) {
    std::function<PictureRef(Desktop&)> work = [shot](Desktop& desktop) {
      return take(shot, desktop);
    };
    Task<PictureRef> running = host->on_capture<PictureRef>(std::move(work), shot.deadline);
    PictureRef picture = co_await std::move(running);
    co_return picture;
  }
  std::function<GatheredRef(Desktop&)> work = [shot](Desktop& desktop) {
    return gather(shot, desktop);
  };
  Task<GatheredRef> gathering = host->on_capture<GatheredRef>(std::move(work), shot.deadline);
  GatheredRef gathered = co_await std::move(gathering);
  const std::shared_ptr<Masker> masker = host->masker();
  std::function<PictureRef()> mask = [shot, masker, gathered] {
    return masked(shot, *masker, *gathered);
  };
  Task<PictureRef> masking = host->on_cpu<PictureRef>(std::move(mask));
  PictureRef picture = co_await std::move(masking);
  co_return picture;
}

Task<Results> capture(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Options options = args.options(2);
  Shot shot = shot_of(args, options);
  if (options.has("encode") && options.string("encode", "") != "png")
    args.wrong(2, "encode = \"png\"");
  shot.png = options.has("encode");
  shot.size = to_fit(options, "screen.capture");
  if (options.has("fit"))
    shot.fit =
        to_fit(Options("screen.capture: fit", options["fit"], {"scale", "max_width", "max_height"}),
               "screen.capture: fit");
  add_masking(shot, options);
  shot.fingerprint = options.boolean("fingerprint", false);
  const bool needs_room = !shot.png || shot.fit || shot.mask;
  Task<PictureRef> running = picture_of(args.shared_self<DesktopService>(), std::move(shot));
  const runtime::Context context = co_await runtime::current_context();
  runtime::Nursery beside(context);
  if (needs_room) beside.start(collect_for_room(&args.call()));
  PictureRef picture = co_await std::move(running);
  host.log_note(picture->shape().note);
  co_return image_result(std::move(picture), args.shared_self<DesktopService>());
}

// The options are those of screen.capture, and argument 2 is the file.
Task<Results> capture_to_file(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const Options options = args.options(3);
  Shot shot = shot_of(args, options);
  shot.file = args.object<runtime::NewFileObject>(2)->file();
  const std::optional<Format> format = format_of(options.string("format", "png"));
  if (!format || *format == Format::kWebp) args.wrong(3, "format \"png\", \"jpg\" or \"bmp\"");
  shot.encoding.format = *format;
  if (options.has("quality")) shot.encoding.quality = options.integer_within("quality", 0, 1, 100);
  shot.size = to_fit(options, "picture_files.capture");
  add_masking(shot, options);
  shot.fingerprint = options.boolean("fingerprint", false);
  const bool needs_room = shot.mask.has_value();
  Task<PictureRef> running = picture_of(args.shared_self<DesktopService>(), std::move(shot));
  const runtime::Context context = co_await runtime::current_context();
  runtime::Nursery beside(context);
  if (needs_room) beside.start(collect_for_room(&args.call()));
  PictureRef picture = co_await std::move(running);
  host.log_note(picture->shape().note);
  co_return image_result(std::move(picture), args.shared_self<DesktopService>());
}

Task<Results> matches(Args args) {
  const Options options = args.options(2);
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
  co_await host.admit(args.call(), Operation::Kind::kListen);
  const Deadline deadline = host.deadline(args.call(), args.options(1).number("timeout", 0));
  std::function<std::uint64_t(DamageTracker&)> work = [deadline](DamageTracker& changes) {
    return changes.mark(deadline);
  };
  Task<std::uint64_t> running = host.on_changes<std::uint64_t>(std::move(work), deadline);
  const std::uint64_t moment = co_await std::move(running);
  co_return Value(static_cast<std::int64_t>(moment));
}

Task<Results> changed(Args args) {
  DesktopService& host = args.self<DesktopService>();
  const std::int64_t moment = args.integer(1);
  if (moment < 0) args.wrong(1, "what screen.mark gave");
  const Options options = args.options(2);
  const Rect region = to_rect(options["region"], "screen.changed: region");
  const Deadline deadline = host.deadline(args.call(), options.number("timeout", 0));
  const Caller caller = DesktopService::caller(args.call());
  const std::shared_ptr<Gate> gate = host.gate();
  std::function<bool(Desktop&)> admit = [=](Desktop& desktop) {
    gate->admit_comparison(desktop, caller, deadline);
    return true;
  };
  Task<bool> admitting = host.on_capture<bool>(std::move(admit), deadline);
  co_await std::move(admitting);
  std::function<bool(DamageTracker&)> work = [=](DamageTracker& changes) {
    return changes.changed(static_cast<std::uint64_t>(moment), region, deadline);
  };
  Task<bool> running = host.on_changes<bool>(std::move(work), deadline);
  const bool painted = co_await std::move(running);
  co_return Value(painted);
}

constexpr Parameter kWaitRegion{"region", "rectangle",
                                "Only this part, in physical pixels of the desktop.",
                                Parameter::kOptional};

constexpr Function kScreen[] = {
    {.call = "screen.displays",
     .text = "The monitors.",
     .options = {kTimeout},
     .results = {{"display[]"}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = displays},
    {.call = "screen.capture",
     .text = "A picture. scale, max_width and max_height make it smaller while it arrives, with "
             "the pixels that image:fit gives; the whole one never is in memory. fit leaves it "
             "whole and makes its smaller version along with it: image:fit with these options, or "
             "with the scale that they come to, has it at once. encode makes both of them PNGs: "
             "image:encode() has these at once, all else takes longer. CAPTURE_FAILED, with the "
             "reason, when the pixels cannot be had.",
     .parameters = {{"kind", "\"desktop\"|\"display\"|\"window\"|\"frontmost\"",
                     "Everything, one monitor, one window, the front one."}},
     .options =
         {{"id", "integer", "Of the display or window. Required for those two kinds.", 0,
           "\"display\"|\"window\""},
          kRegion,
          {"scale", "number", "Makes it smaller while it arrives: above 0, at most 1. Default 1."},
          {"max_width", "integer", "The same, by pixels; 0: no limit.", Parameter::kNotNegative},
          {"max_height", "integer", "The same, by pixels; 0: no limit.", Parameter::kNotNegative},
          {"fit", "{scale: number?, max_width: integer?, max_height: integer?}",
           "The image:fit that is going to be asked for, besides the whole picture."},
          {"encode", "\"png\"",
           "Make it a PNG instead of keeping its pixels; best when it is only saved."},
          {"fingerprint", "boolean", "true: give it a fingerprint, for screen.matches."},
          {"frame", "boolean", "true: a window with its window manager's frame, if it has one."},
          {"mask_pii", "boolean", "true: fill personal data and secrets; see image.masked."},
          kTimeout},
     .results = {{"image"}},
     .errors = {"CAPTURE_FAILED", "WINDOW_NOT_FOUND", "DISPLAY_NOT_FOUND", "POLICY_DENIED",
                "DISPLAY_UNAVAILABLE", "UNSUPPORTED", "TIMEOUT"},
     .work = capture},
    {.call = "screen.matches",
     .text = "Whether a capture, made now and not kept, has the very pixels of the one that the "
             "fingerprint is of. Kinds, options and errors as for screen.capture.",
     .parameters = {{"kind", "\"desktop\"|\"display\"|\"window\"|\"frontmost\"",
                     "As for screen.capture."}},
     .options = {{"fingerprint", "fingerprint",
                  "Of an image that was captured with fingerprint = true.", Parameter::kNeeded},
                 {"id", "integer", "The number of a window or display, as its record has it.", 0,
                  "\"display\"|\"window\""},
                 kRegion,
                 kTimeout},
     .results = {{"boolean"}},
     .errors = {"CAPTURE_FAILED", "WINDOW_NOT_FOUND", "DISPLAY_NOT_FOUND", "POLICY_DENIED",
                "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = matches},
    {.call = "screen.mark",
     .text = "This moment, for screen.changed: a number. Take it before a capture, so that nothing "
             "is missed.",
     .options = {kTimeout},
     .results = {{"integer", "moment"}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = mark},
    {.call = "screen.changed",
     .text = "Whether anything in the region (desktop pixels) was painted since then, be it with "
             "the same colours; true as well when that is not known any more. UNSUPPORTED when the "
             "display server cannot tell.",
     .parameters = {{"moment", "integer", "What `screen.mark` gave."}},
     .options = {{"region", "rectangle", "In physical pixels of the desktop.", Parameter::kNeeded},
                 kTimeout},
     .results = {{"boolean"}},
     .errors = {"UNSUPPORTED", "POLICY_DENIED", "DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = changed},
    {.call = "screen.wait_change",
     .text =
         "Waits until pixels inside of the region (desktop pixels; default: the whole desktop) "
         "have other colours than at the call, and gives the new picture of it. What is painted "
         "again with the same colours is no change. timeout in seconds (default 30; math.huge: for "
         "ever), then TIMEOUT. UNSUPPORTED when the display server cannot tell what is painted.",
     .parameters = {kWaitRegion},
     .options = {kWaitTimeout},
     .results = {{"image"}},
     .errors = {"TIMEOUT", "UNSUPPORTED", "DISPLAY_UNAVAILABLE"},
     .work = Function::Scripted{"screen_wait"}},
    {.call = "screen.wait_stable",
     .text = "Waits until no pixel inside of the region has changed for `still` seconds (default "
             "0.5), and gives the picture of it. The rest as screen.wait_change.",
     .parameters = {kWaitRegion},
     .options = {{"still", "number", "Seconds without a change. Default 0.5.",
                  Parameter::kNotNegative},
                 kWaitTimeout},
     .results = {{"image"}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = Function::Scripted{"screen_wait"}},
    {.call = "screen.wait_text",
     .text = "Waits until that text can be read inside of the region, at once when it is there "
             "already, and gives {text, bounds}: the words that hold it, and where they are on the "
             "desktop. Capitals make no difference. Reads again whenever pixels have changed. The "
             "rest as screen.wait_change and image:text.",
     .parameters = {{"text", "string", "What to look for, on one line."}},
     .options = {kRegion,
                 {"language", "string", "What it is written in, such as \"eng\", \"deu+eng\"."},
                 kWaitTimeout},
     .results = {{"place"}},
     .errors = {"TIMEOUT", "UNSUPPORTED", "DISPLAY_UNAVAILABLE"},
     .work = Function::Scripted{"screen_wait"}},
};

constexpr Function kPictureFiles[] = {
    {.call = "picture_files.capture",
     .text =
         "Captures into a file of own_files.create, which is written while the picture arrives. "
         "The image has the picture's facts, and no pixels. Errors as for screen.capture, and "
         "UNSUPPORTED_FORMAT when the picture is too large for the format.",
     .parameters = {{"kind", "\"desktop\"|\"display\"|\"window\"|\"frontmost\"",
                     "As for screen.capture."},
                    {"file", "new_file", "Not finished yet."}},
     .options = {{"id", "integer", "As for screen.capture.", 0, "\"display\"|\"window\""},
                 kRegion,
                 {"scale", "number", "As for screen.capture."},
                 {"max_width", "integer", "As for screen.capture.", Parameter::kNotNegative},
                 {"max_height", "integer", "As for screen.capture.", Parameter::kNotNegative},
                 {"format", "\"png\"|\"jpg\"|\"jpeg\"|\"bmp\"", "Default \"png\"."},
                 {"quality", "integer", "Of jpg: 1 to 100. Default 90."},
                 {"fingerprint", "boolean", "As for screen.capture."},
                 {"frame", "boolean", "As for screen.capture."},
                 {"mask_pii", "boolean", "As for screen.capture."},
                 kTimeout},
     .results = {{"image"}},
     .errors = {"CAPTURE_FAILED", "WINDOW_NOT_FOUND", "DISPLAY_NOT_FOUND", "POLICY_DENIED",
                "DISPLAY_UNAVAILABLE", "UNSUPPORTED_FORMAT", "UNSUPPORTED", "FILE_IO_ERROR",
                "TIMEOUT"},
     .work = capture_to_file},
};

}  // namespace

Module screen_module(std::shared_ptr<DesktopService> host) {
  return Module{
      .name = "screen",
      .functions = kScreen,
      .self = std::move(host),
      .about = "Monitors, pictures of them and of windows, and whether something was painted."};
}

Module picture_files_module(std::shared_ptr<DesktopService> host) {
  return Module{.name = "picture_files", .functions = kPictureFiles, .self = std::move(host)};
}

}  // namespace native

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "native/lua/bridge/parameters.hpp"
#include "native/lua/bridge/records.hpp"
#include "native/lua/modules/modules.hpp"
#include "runtime/lua/bridge/record_kind.hpp"

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

constexpr int kFarthestPointer = 100'000;  // pixels; beyond every display

[[noreturn]] void refuse_input(const std::string& what) {
  throw runtime::Error("INVALID_ARGUMENT", what);
}

int coordinate(const Value& value, const char* what) {
  const auto* number = value.as<std::int64_t>();
  if (number == nullptr || *number < -kFarthestPointer || *number > kFarthestPointer)
    refuse_input(std::string(what) + ": expected {x, y} in whole pixels");
  return static_cast<int>(*number);
}

// Returns a place; with a window it counts from that window's corner.
Point to_point(const Value& value, const char* what, const Options& options) {
  return {coordinate(value["x"], what), coordinate(value["y"], what), options.has("window")};
}

std::uint32_t modifiers_of(const Options& options, const char* what) {
  constexpr std::array<std::pair<std::string_view, std::uint32_t>, 4> kNames = {
      {{"shift", Hotkey::kShift},
       {"ctrl", Hotkey::kControl},
       {"alt", Hotkey::kAlt},
       {"super", Hotkey::kSuper}}};
  const Value& given = options["modifiers"];
  if (given.absent() || (given.record() && given.record()->empty())) return 0;
  std::uint32_t mask = 0;
  if (!given.list()) refuse_input(std::string(what) + ": modifiers must be a list");
  for (const Value& each : *given.list()) {
    const auto* name = each.as<std::string>();
    const auto known = std::find_if(kNames.begin(), kNames.end(), [&](const auto& row) {
      return name != nullptr && row.first == *name;
    });
    if (known == kNames.end())
      refuse_input(std::string(what) +
                   ": modifiers are \"ctrl\", \"alt\", \"shift\" and \"super\"");
    mask |= known->second;
  }
  return mask;
}

Button button_of(const Options& options, const char* what) {
  const std::string name = options.string("button", "left");
  if (name == "left") return Button::kLeft;
  if (name == "middle") return Button::kMiddle;
  if (name == "right") return Button::kRight;
  if (name == "back") return Button::kBack;
  if (name == "forward") return Button::kForward;
  refuse_input(std::string(what) +
               ": button must be \"left\", \"middle\", \"right\", \"back\" or \"forward\"");
}

std::uint64_t window_of(const Options& options, const char* what) {
  if (!options.has("window")) return 0;
  const std::int64_t id = options.integer("window", 0);
  if (id <= 0) refuse_input(std::string(what) + ": window must be the id of a window");
  return static_cast<std::uint64_t>(id);
}

// Runs an act whose place and window come from its options.
Task<Results> perform(Args args, Options options, ActRecord record, Gate::Work work) {
  DesktopService& host = args.self<DesktopService>();
  Act act;
  act.deadline = host.deadline(args.call(), options.number("timeout", 0));
  if (record.place && record.place->in_window) record.place.reset();
  Task<void> running =
      host.on_input(args.call(), std::move(record), std::move(act), std::move(work));
  co_await std::move(running);
  co_return Results();
}

Task<Results> type(Args args) {
  const std::string text = args.string(1);
  const Options options = args.options(2);
  const ActRecord record{
      "type", window_of(options, "input.type"), {}, static_cast<std::int64_t>(text.size()), true};
  Gate::Work work = [text](Desktop& desktop, const Act& act) { desktop.input().type(text, act); };
  return perform(std::move(args), options, record, std::move(work));
}

// Returns how long a key is held down, 0 for no longer than keys are.
std::chrono::milliseconds hold_of(const Options& options) {
  if (!options.has("hold")) return {};
  const double seconds = options.number("hold", 0);
  if (!(seconds >= 0.001 && seconds <= static_cast<double>(kMaxHold.count())))
    refuse_input("input.press_symbol: hold is 0.001 to " + std::to_string(kMaxHold.count()) +
                 " seconds");
  if (options.integer("count", 1) != 1) refuse_input("input.press_symbol: hold is for one press");
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

Task<Results> press_symbol(Args args) {
  const std::int64_t symbol = args.integer(1);
  const Options options = args.options(2);
  if (symbol < 1 || symbol > 0x0110FFFF) refuse_input("input.press_symbol: not a keysym");
  const Hotkey key{modifiers_of(options, "input.press_symbol"), static_cast<std::uint32_t>(symbol)};
  const int count = options.integer_within("count", 1, 1, kMaxPresses);
  const std::chrono::milliseconds hold = hold_of(options);
  const ActRecord record{hold.count() > 0 ? "hold" : "press",
                         window_of(options, "input.press_symbol"),
                         {},
                         count,
                         true};
  Gate::Work work = [key, count, hold](Desktop& desktop, const Act& act) {
    if (hold.count() > 0) return desktop.input().hold(key, hold, act);
    desktop.input().press(key, count, act);
  };
  return perform(std::move(args), options, record, std::move(work));
}

Task<Results> click(Args args) {
  const Options options = args.options(2);
  const Click click{to_point(args[1], "input.click", options), button_of(options, "input.click"),
                    options.integer_within("count", 1, 1, kMaxClicks),
                    modifiers_of(options, "input.click")};
  const ActRecord record{"click", window_of(options, "input.click"), click.place, click.count};
  Gate::Work work = [click](Desktop& desktop, const Act& act) {
    desktop.input().click(click, act);
  };
  return perform(std::move(args), options, record, std::move(work));
}

Task<Results> move(Args args) {
  const Options options = args.options(2);
  const Point to = to_point(args[1], "input.move", options);
  const ActRecord record{"move pointer", window_of(options, "input.move"), to};
  Gate::Work work = [to](Desktop& desktop, const Act& act) { desktop.input().move(to, act); };
  return perform(std::move(args), options, record, std::move(work));
}

Task<Results> drag(Args args) {
  const Options options = args.options(1);
  const Drag drag{to_point(options["from"], "input.drag", options),
                  to_point(options["to"], "input.drag", options), button_of(options, "input.drag"),
                  modifiers_of(options, "input.drag")};
  ActRecord record{"drag", window_of(options, "input.drag"), drag.from};
  record.to = drag.to;
  Gate::Work work = [drag](Desktop& desktop, const Act& act) { desktop.input().drag(drag, act); };
  return perform(std::move(args), options, record, std::move(work));
}

Task<Results> scroll(Args args) {
  const Options options = args.options(2);
  const Scroll scroll{to_point(args[1], "input.scroll", options),
                      options.integer_within("right", 0, -kMaxTurns, kMaxTurns),
                      options.integer_within("down", 0, -kMaxTurns, kMaxTurns),
                      modifiers_of(options, "input.scroll")};
  const ActRecord record{"scroll", window_of(options, "input.scroll"), scroll.place};
  Gate::Work work = [scroll](Desktop& desktop, const Act& act) {
    desktop.input().scroll(scroll, act);
  };
  return perform(std::move(args), options, record, std::move(work));
}

Task<Results> press_button(Args args) {
  const Options options = args.options(2);
  const Point place = to_point(args[1], "input.press_button", options);
  const Button button = button_of(options, "input.press_button");
  const ActRecord record{"press button", window_of(options, "input.press_button"), place};
  Gate::Work work = [place, button](Desktop& desktop, const Act& act) {
    desktop.input().press_button(button, place, act);
  };
  return perform(std::move(args), options, record, std::move(work));
}

Task<Results> release_button(Args args) {
  const Options options = args.options(2);
  const Point place = to_point(args[1], "input.release_button", options);
  const Button button = button_of(options, "input.release_button");
  const ActRecord record{"release button", 0, place};
  Gate::Work work = [place, button](Desktop& desktop, const Act& act) {
    desktop.input().release_button(button, place, act);
  };
  return perform(std::move(args), options, record, std::move(work));
}

Task<Results> release(Args args) {
  const Options options = args.options(1);
  Gate::Work work = [](Desktop& desktop, const Act& act) {
    desktop.input().release_all(act.deadline);
  };
  return perform(std::move(args), options, ActRecord{"release keys"}, std::move(work));
}

Task<Results> pointer(Args args) {
  DesktopService& host = args.self<DesktopService>();
  co_await host.admit(args.call(), Operation::Kind::kListWindows);
  const Deadline deadline = host.deadline(args.call(), args.options(1).number("timeout", 0));
  std::function<Value(Desktop&)> work = [deadline](Desktop& desktop) {
    static const runtime::RecordKind kPoint("point");
    const Point place = desktop.input().pointer(deadline);
    Value result = kPoint.record();
    result.set("x", place.x).set("y", place.y);
    return result;
  };
  Task<Value> running = host.on_desktop<Value>(std::move(work), deadline);
  Value place = co_await std::move(running);
  co_return place;
}

constexpr Parameter kPlace{"place", "point",
                           "In physical pixels of the desktop; with `window` from its upper left "
                           "corner."};
constexpr Parameter kKeyWindow{
    "window", "integer",
    "The window that the keys are for, and its dialogs; FOCUS_REFUSED when another has the focus. "
    "Default: the window of the last act, else the one that has the focus."};
constexpr Parameter kPlaceWindow{
    "window", "integer",
    "The window that the place belongs to; FOCUS_REFUSED when another lies there."};
constexpr Parameter kModifiers{"modifiers", "(\"ctrl\"|\"alt\"|\"shift\"|\"super\")[]",
                               "Keys that are held down meanwhile."};
constexpr Parameter kButton{"button", "\"left\"|\"middle\"|\"right\"|\"back\"|\"forward\"",
                            "Default \"left\"."};

constexpr Parameter kHold{"hold", "number",
                          "Seconds for which it is held down, at most 60, with a longer timeout."};

constexpr Function kInput[] = {
    {.call = "input.type",
     .text = "Types a text, in any script and under any keyboard layout: a line end is the Return "
             "key, a tab the Tab key; other control characters are refused. Keys never reach "
             "another program: details.typed of FOCUS_REFUSED and INTERRUPTED tells how many "
             "characters had arrived. Returns once the program has taken them.",
     .parameters = {{"text", "string", "At most 1 MiB of UTF-8."}},
     .options = {kKeyWindow, kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "EFFECT_NOT_SEEN", "FOCUS_REFUSED", "INTERRUPTED",
                "INVALID_ARGUMENT", "POLICY_DENIED", "TIMEOUT", "UNSUPPORTED", "WINDOW_NOT_FOUND"},
     .work = type},
    {.call = "input.press",
     .text = "Presses a key, with modifiers: \"Return\", \"Ctrl+S\", \"Alt+F4\", \"Shift+Tab\".",
     .parameters = {{"keys", "string", "Names joined by +."}},
     .options =
         {{"count", "integer", "How often, 1 to 100. Default 1."}, kHold, kKeyWindow, kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "FOCUS_REFUSED", "INTERRUPTED", "INVALID_ARGUMENT",
                "POLICY_DENIED", "TIMEOUT", "UNSUPPORTED", "WINDOW_NOT_FOUND"},
     .work = Function::Scripted{"input_press"}},
    {.call = "input.press_symbol",
     .text = "Like input.press, for a key by its X keysym.",
     .parameters = {{"symbol", "integer", "X11 protocol, appendix A; 0xFF0D is Return."}},
     .options = {kModifiers,
                 {"count", "integer", "How often, 1 to 100. Default 1."},
                 kHold,
                 kKeyWindow,
                 kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "FOCUS_REFUSED", "INTERRUPTED", "INVALID_ARGUMENT",
                "POLICY_DENIED", "TIMEOUT", "UNSUPPORTED", "WINDOW_NOT_FOUND"},
     .work = press_symbol},
    {.call = "input.click",
     .text = "Clicks at a place.",
     .parameters = {kPlace},
     .options = {kButton,
                 {"count", "integer", "2: a double click; 3: a triple click. Default 1."},
                 kModifiers,
                 kPlaceWindow,
                 kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "FOCUS_REFUSED", "INTERRUPTED", "INVALID_ARGUMENT",
                "POLICY_DENIED", "TIMEOUT", "UNSUPPORTED", "WINDOW_NOT_FOUND"},
     .work = click},
    {.call = "input.move",
     .text = "Moves the pointer to a place.",
     .parameters = {kPlace},
     .options = {kPlaceWindow, kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "INTERRUPTED", "INVALID_ARGUMENT", "POLICY_DENIED",
                "TIMEOUT", "UNSUPPORTED", "WINDOW_NOT_FOUND"},
     .work = move},
    {.call = "input.drag",
     .text = "Drags from a place to another: moves in steps, and lets go once the screen is quiet.",
     .options = {{"from", "point", "Where the button is pressed.", Parameter::kNeeded},
                 {"to", "point", "Where it is released.", Parameter::kNeeded},
                 kButton,
                 kModifiers,
                 {"window", "integer",
                  "The window that `from` belongs to; both count from its upper left corner."},
                 kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "FOCUS_REFUSED", "INTERRUPTED", "INVALID_ARGUMENT",
                "POLICY_DENIED", "TIMEOUT", "UNSUPPORTED", "WINDOW_NOT_FOUND"},
     .work = drag},
    {.call = "input.scroll",
     .text = "Turns the wheel at a place.",
     .parameters = {kPlace},
     .options = {{"down", "integer", "Turns, -100 to 100; negative: up."},
                 {"right", "integer", "Turns, -100 to 100; negative: left."},
                 kModifiers,
                 kPlaceWindow,
                 kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "FOCUS_REFUSED", "INTERRUPTED", "INVALID_ARGUMENT",
                "POLICY_DENIED", "TIMEOUT", "UNSUPPORTED", "WINDOW_NOT_FOUND"},
     .work = scroll},
    {.call = "input.press_button",
     .text = "Presses a button and leaves it down for the acts that follow, until "
             "input.release_button. A stop, a person, the end of this program and 60 seconds let "
             "it go.",
     .parameters = {kPlace},
     .options = {kButton, kPlaceWindow, kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "FOCUS_REFUSED", "INTERRUPTED", "INVALID_ARGUMENT",
                "POLICY_DENIED", "TIMEOUT", "UNSUPPORTED", "WINDOW_NOT_FOUND"},
     .work = press_button},
    {.call = "input.release_button",
     .text = "Releases at a place what input.press_button has left down; INTERRUPTED when it is "
             "up already.",
     .parameters = {{"place", "point", "In physical pixels of the desktop."}},
     .options = {kButton, kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "INTERRUPTED", "INVALID_ARGUMENT", "POLICY_DENIED",
                "TIMEOUT", "UNSUPPORTED"},
     .work = release_button},
    {.call = "input.pointer",
     .text = "Where the pointer is, in physical pixels of the desktop.",
     .options = {kTimeout},
     .results = {{"point"}},
     .errors = {"DISPLAY_UNAVAILABLE", "TIMEOUT"},
     .work = pointer},
    {.call = "input.release",
     .text = "Releases every key and button that an act has left down, as one of a process that "
             "was killed does, and restores the keyboard.",
     .options = {kTimeout},
     .errors = {"DISPLAY_UNAVAILABLE", "INTERRUPTED", "POLICY_DENIED", "TIMEOUT", "UNSUPPORTED"},
     .work = release},
};

}  // namespace

Module input_module(std::shared_ptr<DesktopService> host) {
  return Module{
      .name = "input", .functions = kInput, .self = std::move(host), .about = "Keys and pointer."};
}

}  // namespace native

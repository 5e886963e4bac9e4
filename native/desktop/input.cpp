#include "native/desktop/input.hpp"

#include <algorithm>
#include <utility>

namespace native {
namespace {

constexpr std::uint32_t kAllModifiers =
    Hotkey::kShift | Hotkey::kControl | Hotkey::kAlt | Hotkey::kSuper;

std::string text_of(const NamedWindow& window) {
  if (window.id == 0) return "no window";
  const std::string id = "window " + std::to_string(window.id);
  return window.app.empty() ? id : id + " of " + window.app;
}

Error refused(const NamedWindow& wanted, const NamedWindow& other, std::string message,
              std::int64_t typed) {
  return Error("FOCUS_REFUSED", std::move(message),
               "Bring the window to the front (window.focus), then try again.",
               {{"window", static_cast<std::int64_t>(wanted.id)},
                {"other", static_cast<std::int64_t>(other.id)},
                {"typed", typed}});
}

void check_range(const char* name, int value, int least, int most) {
  if (value >= least && value <= most) return;
  throw Error("INVALID_ARGUMENT", std::string(name) + " must be from " + std::to_string(least) +
                                      " to " + std::to_string(most) + ", not " +
                                      std::to_string(value));
}

void check_modifiers(std::uint32_t modifiers) {
  if ((modifiers & ~kAllModifiers) != 0) throw Error("INVALID_ARGUMENT", "unknown modifier");
}

}  // namespace

void check_button(Button button) {
  switch (button) {
    case Button::kLeft:
    case Button::kMiddle:
    case Button::kRight:
    case Button::kBack:
    case Button::kForward:
      return;
  }
  throw Error("INVALID_ARGUMENT", "unknown button");
}

Error button_is_up() {
  return Error("INTERRUPTED", "button is up already",
               "A stop, a person, another act or 60 seconds may have let it go; press it again.",
               {{"reason", "button up"}});
}

Error focus_refused(const NamedWindow& wanted, const NamedWindow& other, std::int64_t typed) {
  return refused(wanted, other,
                 "keys are for " + text_of(wanted) + ", but " + text_of(other) +
                     " has the focus; " + std::to_string(typed) + " arrived before",
                 typed);
}

Error input_not_taken(std::uint64_t window, const std::string& why, std::int64_t typed) {
  const std::string sent = std::to_string(typed) + " characters wait for it";
  return Error("EFFECT_NOT_SEEN", "window " + std::to_string(window) + " takes no input: " + why,
               "Continue or end the program" + (typed > 0 ? "; " + sent : "") + ".",
               {{"reason", "stopped"}, {"typed", typed}});
}

void check_keys(const Act& act, std::int64_t typed) {
  if (!act.check) return;
  try {
    act.check();
  } catch (Error& error) {
    if (typed > 0) error.message += "; " + std::to_string(typed) + " keys were sent before";
    error.details.emplace_back("typed", typed);
    throw;
  }
}

Error window_covered(const NamedWindow& wanted, const NamedWindow& other, int x, int y) {
  return refused(wanted, other,
                 "at " + std::to_string(x) + "," + std::to_string(y) + " of the desktop is " +
                     text_of(other) + ", not " + text_of(wanted),
                 0);
}

void check_click(const Click& click) {
  check_button(click.button);
  check_range("count", click.count, 1, kMaxClicks);
  check_modifiers(click.modifiers);
}

void check_drag(const Drag& drag) {
  check_button(drag.button);
  check_modifiers(drag.modifiers);
}

void check_scroll(const Scroll& scroll) {
  check_range("right", scroll.right, -kMaxTurns, kMaxTurns);
  check_range("down", scroll.down, -kMaxTurns, kMaxTurns);
  check_modifiers(scroll.modifiers);
}

void check_press(const Hotkey& key, int count) {
  check_range("count", count, 1, kMaxPresses);
  check_modifiers(key.modifiers);
  if (key.symbol == 0) throw Error("INVALID_ARGUMENT", "a key is missing");
}

void check_hold(const Hotkey& key, std::chrono::milliseconds time) {
  check_press(key, 1);
  if (time > std::chrono::milliseconds::zero() && time <= kMaxHold) return;
  throw Error("INVALID_ARGUMENT", "a key is held for at most " + std::to_string(kMaxHold.count()) +
                                      " seconds, and longer than 0");
}

void check_on_display(int x, int y, const std::vector<Rect>& displays) {
  const bool on_one = std::any_of(displays.begin(), displays.end(), [&](const Rect& area) {
    return x >= area.x && y >= area.y && x - area.x < area.width && y - area.y < area.height;
  });
  if (on_one) return;
  throw Error("INVALID_ARGUMENT",
              "place " + std::to_string(x) + "," + std::to_string(y) + " is off every display",
              "Use a place on a display; `list` with item_type 'screens' shows them.");
}

}  // namespace native

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "native/desktop/events.hpp"
#include "native/desktop/records.hpp"

// The seam for input: keys and pointer, as if a person used them.
namespace native {

// Numbers of the core protocol; 4 to 7 are the wheel.
enum class Button : std::uint8_t { kLeft = 1, kMiddle = 2, kRight = 3, kBack = 8, kForward = 9 };

// A place on the desktop, or from the upper left corner of the act's window.
struct Point {
  int x = 0;
  int y = 0;
  bool in_window = false;

  bool operator==(const Point&) const = default;
};

// For which window an operation acts, and when it ends.
struct Act {
  std::uint64_t window = 0;    // 0: keys are for the window that has the focus
  bool whole_process = false;  // for the other windows of its process, too; dialogs always count
  Deadline deadline;
  // Called every few milliseconds; what it throws ends the act ("INTERRUPTED"). May be empty.
  std::function<void()> check = {};
  // The same while a button stays down after the act, on any thread: what it throws lets go of the
  // button. May be empty.
  std::function<void()> check_later = {};
};

struct Click {
  Point place;
  Button button = Button::kLeft;
  int count = 1;                // 1 to kMaxClicks: double click, triple click
  std::uint32_t modifiers = 0;  // Hotkey::Modifier, held meanwhile
};
constexpr int kMaxClicks = 3;

struct Drag {
  Point from;
  Point to;
  Button button = Button::kLeft;
  std::uint32_t modifiers = 0;
};

// Turns of the wheel at a place; positive is right and down.
struct Scroll {
  Point place;
  int right = 0;
  int down = 0;
  std::uint32_t modifiers = 0;
};
constexpr int kMaxTurns = 100;  // in either direction
constexpr int kMaxPresses = 100;
constexpr std::chrono::seconds kMaxHold{60};        // of a key
constexpr std::chrono::seconds kMaxButtonHold{60};  // of a button between acts

// Presses keys and moves the pointer. Whatever an operation holds down is up when it returns or
// throws, but for press_button(), and the keyboard is as it was before.
//
// Throws "WINDOW_NOT_FOUND" when the act's window is gone; "FOCUS_REFUSED" when keys or a click
// would reach another window (details: window, other, and `typed`: how many characters or presses
// arrived); "INVALID_ARGUMENT" for a place off every display; what Act::check throws.
class Input {
 public:
  virtual ~Input() = default;
  virtual void move(const Point& to, const Act& act) = 0;
  virtual void click(const Click& click, const Act& act) = 0;
  // Moves in steps and rests over the end until nothing is painted any more.
  virtual void drag(const Drag& drag, const Act& act) = 0;
  virtual void scroll(const Scroll& scroll, const Act& act) = 0;
  // Types UTF-8, see typed_text(). Every character arrives under any keyboard layout.
  virtual void type(const std::string& text, const Act& act) = 0;
  // Presses a key with modifiers `count` times, 1 to kMaxPresses.
  virtual void press(const Hotkey& key, int count, const Act& act) = 0;
  // Holds a key with modifiers down for a time, at most kMaxHold. Throws "FOCUS_REFUSED" as soon as
  // another window gets the focus.
  virtual void hold(const Hotkey& key, std::chrono::milliseconds time, const Act& act) = 0;
  // Presses a button at a place and leaves it down for the acts that follow: until release_button()
  // or release_all(), until Act::check_later throws, until kMaxButtonHold is over, or this object's
  // desktop ends.
  virtual void press_button(Button button, const Point& place, const Act& act) = 0;
  // Releases at a place what press_button() has left down, whichever desktop object of this display
  // did so. Throws "INTERRUPTED" when it is up already.
  virtual void release_button(Button button, const Point& place, const Act& act) = 0;
  // Returns where the pointer is.
  virtual Point pointer(Deadline deadline) = 0;
  // Releases every key and button that acts have left down, and restores the keyboard.
  virtual void release_all(Deadline deadline) = 0;
};

// A window as errors name it: never by its title, which a policy may hide.
struct NamedWindow {
  std::uint64_t id = 0;  // 0: no window
  std::string app;       // WM_CLASS class part
};

// Returns "FOCUS_REFUSED": keys for `wanted` would reach `other`. `typed`: how many characters or
// presses arrived before.
Error focus_refused(const NamedWindow& wanted, const NamedWindow& other, std::int64_t typed);
// Returns "EFFECT_NOT_SEEN": the program of a window takes no keys and clicks. `typed`: how many
// characters or presses it was sent.
Error input_not_taken(std::uint64_t window, const std::string& why, std::int64_t typed);
// Returns "FOCUS_REFUSED": at a place of `wanted` lies `other`.
Error window_covered(const NamedWindow& wanted, const NamedWindow& other, int x, int y);
// Runs the check of an act that sends keys. What it throws also tells `typed`: how many characters
// or presses were sent before.
void check_keys(const Act& act, std::int64_t typed);
// Throws "INVALID_ARGUMENT" for counts, buttons and modifiers that there are not.
void check_click(const Click& click);
void check_drag(const Drag& drag);
void check_scroll(const Scroll& scroll);
void check_press(const Hotkey& key, int count);
void check_hold(const Hotkey& key, std::chrono::milliseconds time);
void check_button(Button button);
// Returns "INTERRUPTED": a button that was to be released is up already.
Error button_is_up();
// Throws "INVALID_ARGUMENT" when none of the areas holds the place.
void check_on_display(int x, int y, const std::vector<Rect>& displays);

}  // namespace native

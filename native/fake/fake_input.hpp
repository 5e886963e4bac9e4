#pragma once

#include <map>
#include <string>
#include <vector>

#include "native/desktop/input.hpp"
#include "native/desktop/window_control.hpp"

namespace native {

class FakeDesktop;

// The keyboard and pointer of a desktop in memory, whose mutex guards everything here. Keys reach
// the active window, clicks the front-most one at the place.
class FakeInput : public Input {
 public:
  explicit FakeInput(FakeDesktop& desktop) : desktop_(desktop) {}

  void move(const Point& to, const Act& act) override;
  void click(const Click& click, const Act& act) override;
  void drag(const Drag& drag, const Act& act) override;
  void scroll(const Scroll& scroll, const Act& act) override;
  void type(const std::string& text, const Act& act) override;
  void press(const Hotkey& key, int count, const Act& act) override;
  void hold(const Hotkey& key, std::chrono::milliseconds time, const Act& act) override;
  void press_button(Button button, const Point& place, const Act& act) override;
  void release_button(Button button, const Point& place, const Act& act) override;
  Point pointer(Deadline deadline) override;
  void release_all(Deadline deadline) override;

  // Returns the text that a window received; line ends as "\n", tabs as "\t".
  std::string typed(std::uint64_t window) const;
  // Returns the buttons that a window received: "press 1 10,20", "release 1 10,20" in its own
  // coordinates.
  std::vector<std::string> buttons(std::uint64_t window) const;
  // Returns the keys that were pressed with press() while the window was active.
  std::vector<Hotkey> pressed(std::uint64_t window) const;

 private:
  std::uint64_t receiver(const Act& act, std::int64_t typed) const;
  Point resolve(const Point& place, const Act& act) const;
  std::uint64_t go_to(const Point& place, const Act& act);
  void button(const char* what, int number, std::uint64_t window);

  FakeDesktop& desktop_;
  Point pointer_;
  int held_button_ = 0;            // 0: none
  std::uint64_t held_window_ = 0;  // which has it
  std::map<std::uint64_t, std::u32string> typed_;
  std::map<std::uint64_t, std::vector<std::string>> buttons_;
  std::map<std::uint64_t, std::vector<Hotkey>> pressed_;
};

// A window manager in memory that obeys at once. It has four workspaces.
class FakeWindowControl : public WindowControl {
 public:
  static constexpr int kWorkspaces = 4;

  explicit FakeWindowControl(FakeDesktop& desktop) : desktop_(desktop) {}

  Rect place(std::uint64_t window, const Place& place, Deadline deadline) override;
  SizeLimits limits(std::uint64_t window, Deadline deadline) override;
  void set_state(std::uint64_t window, WindowState state, Deadline deadline) override;
  void close(std::uint64_t window, Deadline deadline) override;
  void to_workspace(std::uint64_t window, int workspace, Deadline deadline) override;

 private:
  FakeDesktop& desktop_;
};

}  // namespace native

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/records.hpp"

// The seam for what a window manager does with windows.
namespace native {

enum class WindowState { kNormal, kMinimised, kMaximised };

// What a window allows for its size, in pixels of its client area without shadow.
struct SizeLimits {
  int min_width = 1, min_height = 1;
  std::optional<int> max_width = {}, max_height = {};
  int step_width = 1, step_height = 1;  // it grows by these
  std::string manager = {};             // the window manager's name; "" without one
};

// Changes windows as their user could. Each operation waits until the change is seen:
// "EFFECT_NOT_SEEN" when it is not in time, "WINDOW_NOT_FOUND" when the window is gone.
class WindowControl {
 public:
  virtual ~WindowControl() = default;
  // Moves and resizes the client area; what is absent stays. Returns where the window is then,
  // which may differ: a window manager rounds sizes. "INVALID_ARGUMENT" for a place off every
  // display.
  struct Place {
    std::optional<int> x = {}, y = {}, width = {}, height = {};
  };
  virtual Rect place(std::uint64_t window, const Place& place, Deadline deadline) = 0;
  virtual SizeLimits limits(std::uint64_t window, Deadline deadline) = 0;
  virtual void set_state(std::uint64_t window, WindowState state, Deadline deadline) = 0;
  // Asks the application to close the window. "EFFECT_NOT_SEEN", with details.dialog, when it asks
  // something instead.
  virtual void close(std::uint64_t window, Deadline deadline) = 0;
  // Moves the window to a workspace, counted from 0. "INVALID_ARGUMENT" when there is none.
  virtual void to_workspace(std::uint64_t window, int workspace, Deadline deadline) = 0;
};

// Throw "INVALID_ARGUMENT": for a size that no window can have; for such a size or a place that is
// off every display; for a workspace that is not one of `count`.
void check_size(const Rect& place);
void check_place(const Rect& place, const std::vector<Rect>& displays);
void check_workspace(int workspace, int count);

}  // namespace native

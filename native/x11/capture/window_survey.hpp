#pragma once

#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {

// Finds the windows that a picture must not show, at one moment. The caller holds a ServerGrab
// where pixels are to be of that moment. Asks the server for the places of windows only once one of
// them is excluded.
class WindowSurvey {
 public:
  WindowSurvey(Connection& connection, Exclusion& exclusion);

  // Returns whether any window, shown or not, is excluded.
  bool any() const { return !tops_.empty(); }
  // Returns whether a compositor draws the screen, so that its pixels may be older than places.
  bool composited() const { return composited_; }
  // Returns the parts of the screen that show excluded windows, with their frames. `count` receives
  // how many windows show inside `picture`.
  std::vector<Rect> visible_areas(const Rect& picture, int& count);
  // Returns whether a window is excluded, or contains or belongs to one that is.
  bool covers(xcb_window_t window);

 private:
  struct Surveyed {
    xcb_window_t window;
    bool top;  // a child of the root
  };

  void collect();
  void add_inner_windows();
  void identify();
  void relate();
  void find_tops();
  xcb_window_t top_of(xcb_window_t window);

  Connection& connection_;
  Exclusion& exclusion_;
  bool composited_ = false;
  std::vector<xcb_window_t> tree_;  // the root's children, bottom to top
  std::vector<Surveyed> surveyed_;
  std::vector<Window> windows_;  // the same ones
  std::vector<xcb_window_t> excluded_;
  std::vector<xcb_window_t> tops_;  // the root's children that contain them; sorted
};

}  // namespace native::x11

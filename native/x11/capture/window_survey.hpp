#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/x11/capture/window_search.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Finds the windows that a picture must not show, at one moment. The caller holds a ServerGrab
// where pixels are to be of that moment. Asks the server for the places of windows only once one of
// them is excluded.
class WindowSurvey {
 public:
  // Sends the first requests without waiting for replies.
  WindowSurvey(Connection& connection, Exclusion& exclusion);

  // Asks the rest, and asks the exclusion. Call once, before the functions below.
  void study();
  // Returns whether a compositor draws the screen, so that its pixels may be older than places.
  bool composited() const { return search_.composited(); }
  // Returns the compositor's process; 0 when it is not known.
  std::int64_t compositor() const { return search_.compositor(); }
  // Returns the parts of the screen that show excluded windows, with their frames. `count` receives
  // how many windows show inside `picture`.
  std::vector<Rect> visible_areas(const Rect& picture, int& count);
  // Returns the root's children that are, or hold, an excluded window.
  std::set<xcb_window_t> holders() const;
  // Returns whether visible_areas() found an excluded window that is on the screen, be it covered.
  bool any_shown() const { return any_shown_; }
  // Returns whether a window is excluded, lies in one that is, or is the frame of one.
  bool covers(xcb_window_t window);
  // Returns the parts of `picture` that show excluded windows which other applications have put
  // into `window`. `count` receives how many these are.
  std::vector<Rect> areas_inside(xcb_window_t window, const Rect& picture, int& count) const;

 private:
  // An excluded window that lies in a window of another application.
  struct Embedded {
    std::vector<xcb_window_t> outer;  // what it lies in, up to the child of the root
    Rect area;                        // what these leave of it; empty when it is not shown
  };

  void relate();
  std::vector<std::size_t> outer_of(std::size_t place) const;
  bool is_application(std::size_t place) const;
  void find_tops();
  void add_embedded(xcb_window_t window);
  std::vector<xcb_window_t> tops_of(std::vector<xcb_window_t> windows);

  Connection& connection_;
  Exclusion& exclusion_;
  WindowSearch search_;
  std::vector<Window> windows_;  // those that the search found, in its order
  bool any_shown_ = false;
  std::vector<xcb_window_t> excluded_;
  std::vector<xcb_window_t> tops_;  // the root's children that are, or hold, one of them; sorted
  std::vector<Embedded> embedded_;  // those for which that is not so
};

}  // namespace native::x11

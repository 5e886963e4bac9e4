#pragma once

#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/property.hpp"
#include "native/x11/windows/process_ids.hpp"

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
  bool composited() const { return composited_; }
  // Returns the parts of the screen that show excluded windows, with their frames. `count` receives
  // how many windows show inside `picture`.
  std::vector<Rect> visible_areas(const Rect& picture, int& count);
  // Returns whether visible_areas() found an excluded window that is on the screen, be it covered.
  bool any_shown() const { return any_shown_; }
  // Returns whether a window is excluded, or contains or belongs to one that is.
  bool covers(xcb_window_t window);

 private:
  struct Surveyed {
    xcb_window_t window;
    bool top;  // a child of the root
  };

  void collect();
  bool manager_is_alive(xcb_window_t check);
  void add_inner_windows();
  void identify();
  void fill_titles();
  void relate();
  void find_tops();
  std::vector<xcb_window_t> tops_of(std::vector<xcb_window_t> windows);

  Connection& connection_;
  Exclusion& exclusion_;
  Ask<xcb_get_selection_owner_reply> asked_compositor_;
  Ask<xcb_query_tree_reply> asked_tree_;
  AskProperty asked_clients_, asked_manager_;
  ProcessIds owners_;
  bool composited_ = false;
  bool any_shown_ = false;
  std::vector<xcb_window_t> tree_;  // the root's children, bottom to top
  std::vector<Surveyed> surveyed_;
  std::vector<Window> windows_;  // the same ones
  std::vector<xcb_window_t> excluded_;
  std::vector<xcb_window_t> tops_;  // the root's children that contain them; sorted
};

}  // namespace native::x11

#pragma once

#include <string>

#include "native/desktop/input.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/windows/process_ids.hpp"

namespace native::x11 {

// Decides for one act whether keys and clicks would reach the window that they are for. Without a
// window it takes the focused one, with its whole process, at the first key.
class FocusGuard {
 public:
  // Throws "WINDOW_NOT_FOUND".
  FocusGuard(Connection& connection, const Act& act);

  // Returns the application's window that has this focus, or XCB_WINDOW_NONE when nobody has it, as
  // between a dialog that closes and the window below. Throws "FOCUS_REFUSED" when it is another's.
  // The caller holds a ServerGrab.
  xcb_window_t receiver(xcb_window_t focus, std::int64_t typed);
  // Throws "FOCUS_REFUSED" when the place belongs to another window, and "EFFECT_NOT_SEEN" when the
  // program whose window lies there is stopped. The caller holds a ServerGrab.
  void check_place(int x, int y);
  // Throws "EFFECT_NOT_SEEN" for an application's window whose process is stopped: what it is sent
  // would be done much later, when nobody expects it.
  void check_running(xcb_window_t client, std::int64_t typed);
  // Throws "FOCUS_REFUSED" for keys while nobody has the focus.
  [[noreturn]] void throw_nobody(std::int64_t typed);
  // Throws "FOCUS_REFUSED" unless a grab of the keyboard is that of an own menu.
  void check_grab(std::int64_t typed);

  bool exists(xcb_window_t window);
  xcb_window_t window() const { return window_; }

 private:
  bool belongs(xcb_window_t client);
  xcb_window_t parent_of(xcb_window_t window);
  xcb_window_t client_of(xcb_window_t window);
  xcb_window_t client_below(xcb_window_t top);
  xcb_window_t top_of(xcb_window_t window);
  bool is_client(xcb_window_t window);
  NamedWindow named(xcb_window_t window);

  Connection& connection_;
  ProcessIds owners_;
  xcb_window_t window_ = XCB_WINDOW_NONE;
  bool whole_process_ = false;
  std::int64_t process_ = 0;
  xcb_window_t other_ = XCB_WINDOW_NONE;        // had the focus, and was no application's window
  xcb_window_t known_focus_ = XCB_WINDOW_NONE;  // the last one that was found to be right
  xcb_window_t known_client_ = XCB_WINDOW_NONE;
};

}  // namespace native::x11

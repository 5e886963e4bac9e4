#pragma once

#include <optional>
#include <vector>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// The window manager's state at one moment (EWMH root properties).
struct ManagerState {
  bool present = false;  // an EWMH window manager is alive
  xcb_window_t check =
      XCB_WINDOW_NONE;         // the window that proves it is alive (_NET_SUPPORTING_WM_CHECK)
  bool lists_clients = false;  // maintains _NET_CLIENT_LIST_STACKING or _NET_CLIENT_LIST
  bool knows_hidden = false;   // marks minimised windows _NET_WM_STATE_HIDDEN
  bool knows_active = false;   // maintains _NET_ACTIVE_WINDOW and obeys requests for it
  std::vector<xcb_window_t> clients;  // bottom to top
  xcb_window_t active = XCB_WINDOW_NONE;
  int current_desktop = -1;
  std::vector<xcb_window_t> tree;        // the root's children, bottom to top
  xcb_window_t focus = XCB_WINDOW_NONE;  // the server's input focus; may be None or PointerRoot
};

// Takes two round trips for any number of windows. Ignores properties left behind by a window
// manager that died.
ManagerState read_manager(Connection& connection);

}  // namespace native::x11

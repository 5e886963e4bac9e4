#pragma once

#include <cstdint>

#include "native/desktop/window_control.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// See native::WindowControl. Each asks the window manager and waits until the window shows the
// change; without a window manager windows can only be placed and closed.
Rect place_window(Connection& connection, xcb_window_t window, const WindowControl::Place& place,
                  Deadline deadline);
void set_window_state(Connection& connection, xcb_window_t window, WindowState state,
                      Deadline deadline);
void close_window(Connection& connection, xcb_window_t window, Deadline deadline);
void move_to_workspace(Connection& connection, xcb_window_t window, int workspace,
                       Deadline deadline);

}  // namespace native::x11

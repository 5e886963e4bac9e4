#pragma once

#include "native/desktop/window_control.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Reads what a window allows for its size (ICCCM 4.1.2.3). "WINDOW_NOT_FOUND" when it is gone.
SizeLimits read_size_limits(Connection& connection, xcb_window_t window);

}  // namespace native::x11

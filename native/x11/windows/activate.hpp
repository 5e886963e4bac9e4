#pragma once

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Raises and focuses a window and waits until that is so: by the window manager's word, or without
// one by the server's. Minimised windows are restored, and have come to rest in their place.
// "WINDOW_NOT_FOUND", or "TIMEOUT" when nothing confirmed.
void activate_window(Connection& connection, xcb_window_t window, Deadline deadline);

}  // namespace native::x11

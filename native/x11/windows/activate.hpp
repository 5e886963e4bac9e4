#pragma once

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Raises and focuses a window and waits until the window manager confirms it, or, where there is
// none, the server. Minimised windows are restored, and their animation has ended. Throws
// "WINDOW_NOT_FOUND", or "TIMEOUT" when there was no confirmation.
void activate_window(Connection& connection, xcb_window_t window, Deadline deadline);

}  // namespace native::x11

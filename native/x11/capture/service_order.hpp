#pragma once

#include <xcb/xcb.h>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Waits until the server has processed what a window's application has sent so far, and has sent it
// its events: two round trips. A server with much to do may otherwise answer us several times
// before it comes to an application, which it blames for time that it spent waiting for the
// processor. The application comes before us meanwhile (SYNC, SetPriority). Nothing is promised for
// a window that is gone, and on a server without SYNC.
void wait_until_served(Connection& connection, xcb_window_t window);

}  // namespace native::x11

#pragma once

#include <chrono>

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Longer than several steps of a window manager's animation: a window that has not moved for this
// long has arrived.
constexpr auto kRest = std::chrono::milliseconds(80);

// Returns the client area in desktop pixels. "WINDOW_NOT_FOUND" when the window is gone.
Rect place_of(Connection& connection, xcb_window_t window);

// Waits until the window no longer moves: window managers (openbox) confirm at once and then
// animate a restored window.
void wait_for_rest(Connection& connection, xcb_window_t window, Deadline until);

}  // namespace native::x11

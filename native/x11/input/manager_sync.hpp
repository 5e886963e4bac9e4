#pragma once

#include "native/desktop/input.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Waits until the window manager has processed all events sent so far. Managers that grab the
// buttons of windows (openbox) hold each click back until they have looked at it, and they look
// only once they have grabbed all their keys again after a change of the keymap. Returns at once
// where no window manager is. `dispatched`: whether a click is already under way. Throws
// "EFFECT_NOT_SEEN" when the manager is stopped, "TIMEOUT", and what Act::check does.
void wait_for_manager(Connection& connection, const Act& act, bool dispatched);

}  // namespace native::x11

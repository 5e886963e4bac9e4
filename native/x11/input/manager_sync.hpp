#pragma once

#include <optional>
#include <string>

#include "native/desktop/input.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Waits until the window manager has processed all events sent so far, and returns why it has not:
// it is stopped, or does not answer before `until`. Returns nothing at once where no
// window manager is. Throws what Act::check does.
std::optional<std::string> manager_missing(Connection& connection, const Act& act, Deadline until);

// Waits as manager_missing() does. Managers that grab the buttons of windows (openbox) hold each
// click back until they have looked at it, and they look only once they have grabbed all their keys
// again after a change of the keymap. `dispatched`: whether a click is already under way. Throws
// "EFFECT_NOT_SEEN" when the manager is stopped, and "TIMEOUT".
void wait_for_manager(Connection& connection, const Act& act, bool dispatched);

}  // namespace native::x11

#pragma once

#include <optional>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/x11/connection.hpp"
#include "native/x11/manager.hpp"

namespace native::x11 {

// All application windows, front-most first; a handful of round trips whatever their number.
// Without a window manager: the mapped windows of the tree, without pop-ups.
std::vector<Window> list_windows(Connection& connection);

// The window that has the focus: the manager's active window, else the server's input focus;
// without a manager and without a focused window, the one under the pointer, else the top-most.
std::optional<Window> find_frontmost(Connection& connection);

}  // namespace native::x11

#pragma once

#include <vector>

#include "native/x11/connection/connection.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {

// Returns where the open menus of a window's application lie on the screen, a submenu after its
// menu. Asks the server only when there are pop-ups at all.
std::vector<Rect> open_menus(Connection& connection, const Placement& placement);

}  // namespace native::x11

#pragma once

#include <vector>

#include "native/x11/connection/connection.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {

// Returns the areas of the open menus of a window's application, in screen coordinates, a submenu
// after its menu. Sends requests only when there are pop-ups.
std::vector<Rect> open_menus(Connection& connection, const Placement& placement);

}  // namespace native::x11

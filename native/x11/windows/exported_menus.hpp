#pragma once

#include "native/desktop/menus.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Returns what GTK says on a window of the menus that its program exports.
MenuExport exported_menus(Connection& connection, xcb_window_t window);

}  // namespace native::x11

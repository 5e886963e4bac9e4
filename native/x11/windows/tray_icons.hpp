#pragma once

#include "native/desktop/tray.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Returns the windows of other programs that the owner of the system tray's selection holds.
EmbeddedIcons tray_icons(Connection& connection);

}  // namespace native::x11

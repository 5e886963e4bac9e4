#pragma once

#include <memory>

#include "native/wayland/connection.hpp"
#include "native/wayland/window_source.hpp"

namespace native::wayland {

// Watches KWin's windows (org_kde_plasma_window_management), which KWin tells only to programs that
// a desktop file names; see native/kwin/permission.hpp. Throws "UNSUPPORTED" otherwise.
std::unique_ptr<WindowWatch> watch_kwin(Connection& connection, Deadline deadline);

}  // namespace native::wayland

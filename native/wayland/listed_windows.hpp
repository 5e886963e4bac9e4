#pragma once

#include <memory>

#include "native/wayland/window_source.hpp"

namespace native::wayland {

// Windows as ext_foreign_toplevel_list_v1 tells them, with the states of
// zwlr_foreign_toplevel_management_v1 where both mean the same window. Their ids come from the
// compositor's identifiers, so that they are the same for everybody. Null where the compositor
// offers no such list.
std::unique_ptr<WindowSource> open_listed_windows(Connection& connection);

}  // namespace native::wayland

#pragma once

#include <memory>

#include "native/wayland/window_source.hpp"

namespace native::wayland {

// Windows as sway's own socket tells them (sway-ipc(7)). Null when the compositor is not sway.
std::unique_ptr<WindowSource> open_sway_windows(const Connection& connection,
                                                const SessionRoots& roots, Deadline deadline);

}  // namespace native::wayland

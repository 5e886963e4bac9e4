#pragma once

#include <memory>

#include "native/wayland/window_source.hpp"

namespace native::wayland {

// Windows as Hyprland's own socket tells them. Null when the compositor is not Hyprland.
std::unique_ptr<WindowSource> open_hyprland_windows(const Connection& connection,
                                                    const SessionRoots& roots, Deadline deadline);

}  // namespace native::wayland

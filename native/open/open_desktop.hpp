#pragma once

#include <functional>
#include <memory>

#include "native/desktop/desktop.hpp"
#include "native/wayland/wayland_desktop.hpp"

namespace native {

// Opens the Wayland backend, whose library is loaded at first use. May throw "UNSUPPORTED".
using OpenWayland = std::function<std::unique_ptr<Desktop>(WaylandRoots roots)>;

// Opens the best desktop for this process, X11 or Wayland (see find_session()). Decides at first
// use, and anew when what it decided for has gone. Never fails and connects to nothing.
std::unique_ptr<Desktop> open_desktop(OpenWayland open_wayland);

}  // namespace native

#pragma once

#include <functional>
#include <memory>

#include "native/desktop/desktop.hpp"
#include "native/linux/desktop_session.hpp"
#include "native/portal/helper_link.hpp"

namespace native {

// Where a Wayland desktop is found, and what shows the windows of X programs in it.
struct WaylandRoots {
  SessionRoots session;
  // Opens the X display of the session for captures of its windows.
  std::function<std::unique_ptr<Desktop>()> open_x11;
  // The helper that takes screens by the desktop portal.
  portal::Place portal = {};
};

// Opens the desktop of a Wayland compositor, put together from what it offers. Connects at first
// use; replaces a dead connection at the next one.
std::unique_ptr<Desktop> open_wayland(WaylandRoots roots);

}  // namespace native

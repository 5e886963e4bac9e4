#include "native/wayland/wayland_desktop.hpp"

// What the executable finds in this library; see runtime/app/host/module_loader.hpp.
extern "C" {

const char* peekaboo_module_version() { return PEEKABOO_VERSION; }

// Returns a new native::Desktop, which the caller owns.
native::Desktop* peekaboo_open_wayland(native::WaylandRoots roots) {
  return native::open_wayland(std::move(roots)).release();
}
}

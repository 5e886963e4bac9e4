#include "native/dbus/dbus_tray.hpp"
#include "native/linux/desktop_session.hpp"

namespace native {

std::unique_ptr<Tray> open_tray() {
  return open_dbus_tray([] { return find_session_bus(SessionRoots::system()); });
}

}  // namespace native

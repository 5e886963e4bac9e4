#include "native/dbus/bus_address.hpp"
#include "native/dbus/dbus_services.hpp"
#include "native/linux/desktop_session.hpp"

namespace native {

std::unique_ptr<Services> open_services() {
  return open_dbus_services(
      {[] { return find_session_bus(SessionRoots::system()); }, dbus::system_bus_address});
}

}  // namespace native

#include "native/dbus/bus_address.hpp"

#include <unistd.h>

#include <cstdlib>

namespace native::dbus {

std::string system_bus_address() {
  const char* given = std::getenv("DBUS_SYSTEM_BUS_ADDRESS");
  if (given && *given) return given;
  for (const char* path : {"/run/dbus/system_bus_socket", "/var/run/dbus/system_bus_socket"})
    if (::access(path, F_OK) == 0) return std::string("unix:path=") + path;
  return {};
}

}  // namespace native::dbus

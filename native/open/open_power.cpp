#include "native/dbus/bus_address.hpp"
#include "native/dbus/dbus_power.hpp"

namespace native {

std::unique_ptr<Power> open_power(const std::string& folder) {
  return open_dbus_power({dbus::system_bus_address, folder});
}

}  // namespace native

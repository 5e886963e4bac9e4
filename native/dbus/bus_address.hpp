#pragma once

#include <string>

namespace native::dbus {

// Returns the address of the system bus: DBUS_SYSTEM_BUS_ADDRESS, else the usual socket; "" when
// there is none.
std::string system_bus_address();

}  // namespace native::dbus

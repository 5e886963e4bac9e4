#pragma once

#include <functional>
#include <memory>
#include <string>

#include "native/desktop/providers/power.hpp"

namespace native {

// Where batteries are searched for. Tests supply places of their own.
struct PowerRoots {
  std::function<std::string()> system_bus;  // returns an address; "" when there is none
  std::string folder;                       // as /sys/class/power_supply
};

// Asks UPower (org.freedesktop.UPower), and reads the kernel's files where it does not run.
std::unique_ptr<Power> open_dbus_power(PowerRoots roots);

}  // namespace native

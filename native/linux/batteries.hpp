#pragma once

#include <string>

#include "native/desktop/providers/power.hpp"

namespace native {

// Reads the batteries that supply the machine from the kernel's folder, as
// /sys/class/power_supply. Those of devices, such as a mouse, are left out.
Battery read_batteries(const std::string& folder);

}  // namespace native

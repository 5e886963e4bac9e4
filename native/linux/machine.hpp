#pragma once

#include <string>

#include "native/desktop/providers/machine.hpp"

namespace native {

// Reads what a machine is from its files below a root, "" for this machine: os-release, DMI or the
// device tree, cpuinfo, meminfo.
Machine read_machine(const std::string& root);

}  // namespace native

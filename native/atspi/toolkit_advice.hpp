#pragma once

#include <cstdint>
#include <string>

#include "native/linux/process_info.hpp"

namespace native::atspi {

// Returns whether a process may still be getting ready, some seconds after its start.
bool has_just_started(const ProcessStatus& process);

// Returns what makes a program offer its elements, by the toolkit that it has loaded; "" when that
// is not known. For one that has just started it is to wait. `proc`: the folder of processes.
std::string toolkit_advice(const std::string& proc, std::int64_t pid);

// Returns what makes a browser offer its pages, and not its windows alone; "" for other programs.
std::string browser_advice(const std::string& proc, std::int64_t pid);

}  // namespace native::atspi

#pragma once

#include <cstdint>
#include <string>

namespace native::atspi {

// Returns what makes a program offer its elements, by the toolkit that it has loaded; "" when that
// is not known. `proc`: the folder of processes.
std::string toolkit_advice(const std::string& proc, std::int64_t pid);

// Returns what makes a browser offer its pages, and not its windows alone; "" for other programs.
std::string browser_advice(const std::string& proc, std::int64_t pid);

}  // namespace native::atspi

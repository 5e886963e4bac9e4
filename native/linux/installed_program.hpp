#pragma once

#include <string>

namespace native {

// Returns whether a program is installed: a path, or a name in a folder of PATH or of the system.
bool is_installed(const std::string& program);

}  // namespace native

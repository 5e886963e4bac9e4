#pragma once

#include <string>

namespace runtime {

// Where a file that belongs to the program is: beside our own executable, else, when that is
// <prefix>/bin/, in <prefix>/`folder`/ ("lib/peekaboo"). `access` is R_OK or X_OK. "" when there is
// none.
std::string find_installed(const std::string& file, const std::string& folder, int access);

}  // namespace runtime

#pragma once

#include <string>

namespace runtime {

// Returns the path of a file that belongs to the program: beside our executable, else, if that is
// in <prefix>/bin/, in <prefix>/`folder`/ ("lib/peekaboo"). `access` is R_OK or X_OK. "" if
// missing.
std::string find_installed(const std::string& file, const std::string& folder, int access);

}  // namespace runtime

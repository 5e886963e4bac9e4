#pragma once

#include <string>
#include <vector>

namespace native {

// Returns the names in a folder that begin with `prefix`, sorted. Reads the first 512 entries.
std::vector<std::string> names_in(const std::string& folder, const std::string& prefix);

}  // namespace native

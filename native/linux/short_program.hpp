#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// Runs a program of the system that ends by itself, and returns what it wrote to its standard
// output, at most 64 KiB. Nothing: it is not installed, it failed, or it had not ended by the
// deadline, when it is killed. `variables` are added to the environment of this process.
std::optional<std::string> run_short_program(
    const std::vector<std::string>& words,
    const std::vector<std::pair<std::string, std::string>>& variables, Deadline deadline);

}  // namespace native

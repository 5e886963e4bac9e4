#pragma once

#include <string>

#include "runtime/core/io/process.hpp"

namespace runtime {

// Starts a program that stays when this one ends: in a session of its own, without input; what it
// prints goes to the end of the file `output` ("" = nowhere). Returns its process number. Throws as
// Process does.
int launch(const ProcessOptions& options, const std::string& output);

}  // namespace runtime

#pragma once

#include <string>

#include "runtime/core/io/process.hpp"

namespace runtime {

// Starts a program that keeps running when this one ends: in a new session, without input; its
// output is appended to the file `output` ("" = discarded). Returns its process id. Throws as
// Process does.
int launch(const ProcessOptions& options, const std::string& output);

}  // namespace runtime

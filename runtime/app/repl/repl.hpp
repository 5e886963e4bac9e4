#pragma once

#include "runtime/app/cli/command_line.hpp"
#include "runtime/app/host/program.hpp"

namespace runtime {

// Lua at a prompt on a terminal; elsewhere a filter: runs what comes on standard input, prints the
// values, and stops at the first failure with the status of its code.
Task<int> repl_command(Program* program, CommandLine line);

}  // namespace runtime

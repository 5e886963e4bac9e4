#pragma once

#include "runtime/app/cli/command_line.hpp"
#include "runtime/app/host/program.hpp"

namespace runtime {

// Runs Lua at a prompt on a terminal. Without a terminal, acts as a filter: runs standard input,
// prints the values, and stops at the first failure with the status of its code.
Task<int> repl_command(Program* program, CommandLine line);

}  // namespace runtime

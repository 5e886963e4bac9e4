#pragma once

#include "runtime/app/cli/command_line.hpp"
#include "runtime/app/host/program.hpp"

namespace runtime {

// `peekaboo daemon`: runs the user's automations until it is ended; with a further word, sends a
// request to the running daemon. Implemented by scripts/automation/daemon.lua and
// scripts/commands/daemon.lua.
Task<int> daemon_command(Program* program, CommandLine line);

// `peekaboo run --watch`: reruns a file after each change, see scripts/automation/run_watch.lua.
Task<int> watch_command(Program* program, CommandLine line);

}  // namespace runtime

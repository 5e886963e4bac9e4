#pragma once

#include "runtime/app/cli/command_line.hpp"
#include "runtime/app/host/program.hpp"

namespace runtime {

// `peekaboo daemon`: runs the person's automations until it is ended; with a word after it, asks
// the one that runs. scripts/automation/daemon.lua and scripts/commands/daemon.lua do it.
Task<int> daemon_command(Program* program, CommandLine line);

// `peekaboo run --watch`: a file again and again, see scripts/automation/run_watch.lua.
Task<int> watch_command(Program* program, CommandLine line);

}  // namespace runtime

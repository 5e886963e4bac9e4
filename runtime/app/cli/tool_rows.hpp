#pragma once

#include <string>
#include <vector>

#include "runtime/app/cli/command_rows.hpp"

// The tools of scripts/tools as rows of the command line.
namespace runtime {

// Returns the names of all tools, separated by blanks: the files directly in a folder of
// scripts/tools/ that has rows.lua; see its init.lua. `scripts`: see Commands.
std::string tool_names(const std::string& scripts);

// Returns the tools that act, those whose row states an effect, sorted by name: each parameter is
// an option. Throws Error "SCRIPT_ERROR" for defective rows.
std::vector<CommandRow> acting_tools(const std::string& scripts);

}  // namespace runtime

#pragma once

#include <string>
#include <vector>

#include "runtime/lua/bridge/state.hpp"

namespace runtime {

// Resolves `require` in the program's scripts: the override folder if given (for development), then
// the scripts compiled in. A user's file can never replace one of them.
ScriptFinder script_source(std::string override_folder);
// Resolves `require` in a user's script: scripts/modules/, then the folder of the user's file.
ScriptFinder script_source_for_users(std::string override_folder, std::string user_folder);

// Returns the modules of the program below a folder ("ai.providers"), sorted, without the folder's
// name: those of the override folder and those compiled in. Throws Error "FILE_IO_ERROR".
std::vector<std::string> script_names(const std::string& override_folder,
                                      const std::string& folder);

// Reads a user's file. Treats a first line that begins with "#!" as a comment. Throws Error
// "FILE_IO_ERROR".
Script user_script(const std::string& path);
// Returns the same for a text in memory.
Script script_of_text(const std::string& name, std::string text);

}  // namespace runtime

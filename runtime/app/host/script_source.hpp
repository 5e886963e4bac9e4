#pragma once

#include <string>
#include <vector>

#include "runtime/lua/bridge/state.hpp"

namespace runtime {

// Where our scripts' `require` looks: the override folder when one is given (a development help),
// then the scripts compiled in. No file of a user's can stand in for one of them.
ScriptFinder script_source(std::string override_folder);
// Where a user's does: those of scripts/modules/, then the folder of the user's file.
ScriptFinder script_source_for_users(std::string override_folder, std::string user_folder);

// Returns the modules of ours below a folder ("ai.providers"), sorted, without the folder's name:
// those of the override folder and those compiled in. Throws Error "FILE_IO_ERROR".
std::vector<std::string> script_names(const std::string& override_folder,
                                      const std::string& folder);

// A user's file. A first line that begins with "#!" is a comment. Throws Error "FILE_IO_ERROR".
Script user_script(const std::string& path);
// The same of a text that is there already.
Script script_of_text(const std::string& name, std::string text);

}  // namespace runtime

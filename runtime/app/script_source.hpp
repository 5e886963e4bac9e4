#pragma once

#include <string>

#include "runtime/lua/state.hpp"

namespace runtime {

// Where `require` looks: the override folder when one is given (a development help), then the scripts compiled in, then
// the folder of the user's own file.
ScriptFinder script_source(std::string override_folder, std::string user_folder = "");

// Compiles a user's file; see State::load(). A first line that begins with "#!" is skipped.
std::shared_ptr<Callback> load_file(State& state, const std::string& path, const Value& globals = Value());

}  // namespace runtime

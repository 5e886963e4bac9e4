#pragma once

#include <memory>

#include "runtime/lua/bridge/state.hpp"

struct lua_State;

// The environment of scripts: libraries, `require`, `print`.
namespace runtime {

// Opens the standard libraries without the functions that could block the loop, load bytecode or
// reach C.
void open_libraries(lua_State* lua);
// Makes functions that may compute in C for long record where they were called, see
// slow_functions.cpp.
void note_slow_functions(lua_State* lua);
// Makes `require` search native modules, then call `find_script`. package.find_for_users(name) is
// for the script "lib.strict", which builds the `require` of users' files on it.
void install_loader(lua_State* lua, ScriptFinder find_script, ScriptFinder for_users);
void add_native_module(lua_State* lua, const Module& module);
void add_later_module(lua_State* lua, const std::string& name, std::function<Module()> open);
// Runs the script "boot.prelude" with the private markers of a wait and of a pause, and
// paused(thread). Does nothing when that script does not exist.
void run_prelude(lua_State* lua);
// Returns a registry reference to the compiled script, which gets its own environment.
int load_user_script(lua_State* lua, const Script& script, const Value& globals);
// Returns function(require, module, name), which returns the function `name` of a module.
std::shared_ptr<Callback> pick_function(const std::shared_ptr<Vm>& vm);

}  // namespace runtime

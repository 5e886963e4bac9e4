#pragma once

#include <memory>

#include "runtime/lua/bridge/state.hpp"

struct lua_State;

// What a script finds around itself: libraries, `require`, `print`, its environment.
namespace runtime {

// The standard libraries without whatever could block the loop, load bytecode or reach C.
void open_libraries(lua_State* lua);
// Has those that may compute for long in C say where they were called, see slow_functions.cpp.
void note_slow_functions(lua_State* lua);
// `require` looks among native modules, then asks `find_script`. package.find_for_users(name) is
// for the script "lib.strict", which makes the `require` of users' files of it.
void install_loader(lua_State* lua, ScriptFinder find_script, ScriptFinder for_users);
void add_native_module(lua_State* lua, const Module& module);
void add_later_module(lua_State* lua, const std::string& name, std::function<Module()> open);
// Runs the script "boot.prelude", which gets the private markers of a wait and of a pause, and
// paused(thread). Nothing happens when there is none.
void run_prelude(lua_State* lua);
// A registry reference to the compiled script with an environment of its own.
int load_user_script(lua_State* lua, const Script& script, const Value& globals);
// function(require, module, name): the function `name` of a module.
std::shared_ptr<Callback> pick_function(const std::shared_ptr<Vm>& vm);

}  // namespace runtime

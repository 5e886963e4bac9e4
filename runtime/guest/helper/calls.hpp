#pragma once

#include <lua5.4/lua.hpp>

// The modules of the script: tables of functions that the host answers.
namespace guest {

// Takes {module = {function's name}} and, above it, what register_handles() takes, from the top of
// the stack. The modules become globals, and what require() gives.
void open_modules(lua_State* lua);

// Pushes the record {code, message, hint, details} as an error value, in its place on top of the
// stack.
void make_error(lua_State* lua);

}  // namespace guest

#pragma once

#include <lua5.4/lua.hpp>

// The script's modules: tables of functions that are answered by the host.
namespace guest {

// Takes {module = {function's name}} and, above it, the argument of register_handles(), from the
// top of the stack. Makes the modules available as globals and through require().
void open_modules(lua_State* lua);

// Turns the record {code, message, hint, details} on top of the stack into an error value.
void make_error(lua_State* lua);

}  // namespace guest

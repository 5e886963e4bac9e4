#pragma once

#include <cstdint>
#include <lua5.4/lua.hpp>

#include "runtime/guest/helper/wire.hpp"

// A script's handles on the host's objects: a number, a few fields, and methods that call the host.
// The objects themselves never reach this process.
namespace guest {

// Takes {kind = {methods = {name}, fields = …}} from the top of the stack. `method` implements
// every method; its upvalue is a name such as "image:crop".
void register_handles(lua_State* lua, lua_CFunction method);

// Replaces the two topmost values, a kind and a record of fields, by a handle.
void push_handle(lua_State* lua, std::uint32_t number);

// Returns null when the value is not a handle.
const std::uint32_t* test_handle(lua_State* lua, int index);

// Adds a list of the handles collected since the last call. With many alive, first runs a
// collection.
void pack_unused_handles(lua_State* lua, Outgoing& frame);

}  // namespace guest

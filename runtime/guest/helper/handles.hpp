#pragma once

#include <cstdint>
#include <lua5.4/lua.hpp>

#include "runtime/guest/helper/wire.hpp"

// What scripts hold of the host's objects: a number, a few fields, and methods that ask the host.
// The objects themselves never come here.
namespace guest {

// Takes {kind = {methods = {name}, fields = …}} from the top of the stack. `method` is the function
// behind each method; its upvalue is a name such as "image:crop".
void register_handles(lua_State* lua, lua_CFunction method);

// Replaces the two topmost values, a kind and a record of fields, by a handle.
void push_handle(lua_State* lua, std::uint32_t number);

// Null when the value is none.
const std::uint32_t* test_handle(lua_State* lua, int index);

// Adds a list of the handles that the collector has found unused since the last time. With many
// alive, it looks first.
void pack_unused_handles(lua_State* lua, Outgoing& frame);

}  // namespace guest

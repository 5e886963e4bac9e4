#pragma once

#include <lua5.4/lua.hpp>
#include <string>

#include "runtime/guest/helper/wire.hpp"

// Lua values on their way to the host and back.
namespace guest {

// The metatable of json.array.
void register_values(lua_State* lua);
void push_array_type(lua_State* lua);
void push_null(lua_State* lua);

// Pushes the next value of a frame.
void push_value(lua_State* lua, Incoming& frame);

// Adds the value at `index`. False, with the reason in `fault`, for what has no meaning outside:
// functions, threads, tables that are neither list nor record, too many levels, too many bytes.
bool pack_value(lua_State* lua, int index, Outgoing& frame, std::string& fault);

}  // namespace guest

#pragma once

#include <lua5.4/lua.hpp>
#include <string>

#include "runtime/guest/helper/wire.hpp"

// Passes Lua values to the host and back.
namespace guest {

// Creates the metatable of json.array.
void register_values(lua_State* lua);
void push_array_type(lua_State* lua);
void push_null(lua_State* lua);

// Pushes the next value of a frame.
void push_value(lua_State* lua, Incoming& frame);

// Adds the value at `index`. Returns false, with the reason in `fault`, for values that cannot be
// passed: functions, threads, tables that are neither list nor record, too many levels, too many
// bytes.
bool pack_value(lua_State* lua, int index, Outgoing& frame, std::string& fault);

}  // namespace guest

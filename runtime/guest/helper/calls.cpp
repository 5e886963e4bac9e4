#include "runtime/guest/helper/calls.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "runtime/guest/helper/handles.hpp"
#include "runtime/guest/helper/values.hpp"

namespace guest {

namespace {

constexpr const char* kErrorType = "guest.error";
constexpr const char* kModules = "guest.modules";

int error_to_string(lua_State* lua) {
  lua_settop(lua, 1);
  lua_getfield(lua, 1, "code");
  lua_pushliteral(lua, ": ");
  lua_getfield(lua, 1, "message");
  luaL_tolstring(lua, -1, nullptr);
  lua_remove(lua, -2);
  lua_concat(lua, 3);
  return 1;
}

// Sends a call with the whole stack as arguments. If an argument cannot be passed, pushes a message
// and returns false.
bool send_call(lua_State* lua, const char* name) {
  const int count = lua_gettop(lua);
  Outgoing frame(protocol::kCall);
  frame.tag(protocol::kString);
  frame.text(name);
  pack_unused_handles(lua, frame);
  std::string fault;
  for (int i = 1; i <= count; ++i) {
    if (pack_value(lua, i, frame, fault)) continue;
    lua_pushfstring(lua, "%s: argument %d: %s", name, i, fault.c_str());
    return false;
  }
  frame.send();
  return true;
}

// Pushes the host's answer and returns its number of values; -1 for an error.
int take_answer(lua_State* lua) {
  Incoming frame = Incoming::next();
  lua_settop(lua, 0);
  while (!frame.at_end()) push_value(lua, frame);
  if (frame.kind() == protocol::kAnswer) return lua_gettop(lua);
  make_error(lua);
  return -1;
}

int call_host(lua_State* lua) {
  if (!send_call(lua, lua_tostring(lua, lua_upvalueindex(1))))
    return luaL_error(lua, "%s", lua_tostring(lua, -1));
  const int count = take_answer(lua);
  return count < 0 ? lua_error(lua) : count;
}

// __index of a module, whose name is upvalue 1, for a missing member. Lets the host raise the error
// with the nearest name: the prefix "?" marks the call as one of a missing member.
int refuse_member(lua_State* lua) {
  constexpr std::size_t kLongest = 100;
  if (lua_type(lua, 2) != LUA_TSTRING) return 0;
  lua_pushfstring(lua, "?%s.%s", lua_tostring(lua, lua_upvalueindex(1)),
                  std::string(lua_tostring(lua, 2)).substr(0, kLongest).c_str());
  lua_replace(lua, lua_upvalueindex(2));  // keeps it alive
  lua_settop(lua, 0);
  send_call(lua, lua_tostring(lua, lua_upvalueindex(2)));
  take_answer(lua);
  return lua_error(lua);
}

int json_array(lua_State* lua) {
  if (lua_isnoneornil(lua, 1)) {
    lua_settop(lua, 0);
    lua_newtable(lua);
  }
  luaL_checktype(lua, 1, LUA_TTABLE);
  lua_settop(lua, 1);
  push_array_type(lua);
  lua_setmetatable(lua, 1);
  return 1;
}

// Stack: …, modules, name, names. Replaces the topmost by the module.
void make_module(lua_State* lua) {
  const std::string name = lua_tostring(lua, -2);
  lua_newtable(lua);
  const auto count = static_cast<lua_Integer>(lua_rawlen(lua, -2));
  for (lua_Integer i = 1; i <= count; ++i) {
    lua_rawgeti(lua, -2, i);
    lua_pushfstring(lua, "%s.%s", name.c_str(), lua_tostring(lua, -1));
    lua_pushcclosure(lua, call_host, 1);
    lua_rawset(lua, -3);
  }
  lua_remove(lua, -2);
  lua_createtable(lua, 0, 1);
  lua_pushstring(lua, name.c_str());
  lua_pushnil(lua);
  lua_pushcclosure(lua, refuse_member, 2);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  if (name != "json") return;
  lua_pushcfunction(lua, json_array);
  lua_setfield(lua, -2, "array");
  push_null(lua);
  lua_setfield(lua, -2, "null");
}

// Pushes the error message for a missing module.
void push_missing(lua_State* lua, int modules) {
  std::vector<std::string> names;
  for (lua_pushnil(lua); lua_next(lua, modules); lua_pop(lua, 1))
    names.emplace_back(lua_tostring(lua, -2));
  std::sort(names.begin(), names.end());
  std::string text =
      std::string("there is no module '") + lua_tostring(lua, 1) + "' for this script; there are:";
  for (const std::string& name : names) text += " " + name;
  lua_pushlstring(lua, text.data(), text.size());
}

int require(lua_State* lua) {
  luaL_checkstring(lua, 1);
  lua_settop(lua, 1);
  lua_getfield(lua, LUA_REGISTRYINDEX, kModules);
  lua_pushvalue(lua, 1);
  if (lua_rawget(lua, 2) == LUA_TTABLE) return 1;
  push_missing(lua, 2);
  return luaL_error(lua, "%s", lua_tostring(lua, -1));
}

}  // namespace

void make_error(lua_State* lua) {
  if (luaL_newmetatable(lua, kErrorType)) {
    lua_pushcfunction(lua, error_to_string);
    lua_setfield(lua, -2, "__tostring");
  }
  lua_setmetatable(lua, -2);
}

void open_modules(lua_State* lua) {
  register_handles(lua, call_host);
  lua_newtable(lua);
  lua_insert(lua, -2);
  for (lua_pushnil(lua); lua_next(lua, -2);) {
    make_module(lua);  // stack: all, descriptions, name, module
    lua_pushvalue(lua, -1);
    lua_setglobal(lua, lua_tostring(lua, -3));
    lua_pushvalue(lua, -2);
    lua_insert(lua, -2);
    lua_rawset(lua, -5);
  }
  lua_pop(lua, 1);
  lua_setfield(lua, LUA_REGISTRYINDEX, kModules);
  lua_pushcfunction(lua, require);
  lua_setglobal(lua, "require");
}

}  // namespace guest

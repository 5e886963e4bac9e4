#include "runtime/guest/helper/handles.hpp"

#include <string>
#include <vector>

namespace guest {

namespace {

constexpr const char* kKinds = "guest.kinds";  // in the registry: a metatable for each kind
// Few handles may mean much memory in the host. A guest's own memory is small, and quickly
// collected.
constexpr std::size_t kMany = 2;

// Global, because each process runs one script.
std::vector<std::uint32_t> unused;
std::size_t alive = 0;

// Identifies our metatables by its address, which no script can obtain.
const char kMark = 0;

void let_go_of(std::uint32_t* number) {
  if (*number == 0) return;
  unused.push_back(*number);
  *number = 0;
  --alive;
}

int collect(lua_State* lua) {
  let_go_of(static_cast<std::uint32_t*>(lua_touserdata(lua, 1)));
  return 0;
}

// Upvalue 1 holds the methods, the handle's user value the fields.
int index_handle(lua_State* lua) {
  if (lua_type(lua, 2) != LUA_TSTRING || !test_handle(lua, 1)) return 0;
  lua_pushvalue(lua, 2);
  if (lua_rawget(lua, lua_upvalueindex(1)) != LUA_TNIL) return 1;
  lua_getiuservalue(lua, 1, 1);
  lua_pushvalue(lua, 2);
  lua_rawget(lua, -2);
  return 1;
}

int name_handle(lua_State* lua) {
  lua_pushfstring(lua, "%s", lua_tostring(lua, lua_upvalueindex(1)));
  return 1;
}

// Pushes the methods as functions.
void push_methods(lua_State* lua, int kind, int description, lua_CFunction method) {
  lua_newtable(lua);
  if (lua_getfield(lua, description, "methods") == LUA_TTABLE) {
    const auto count = static_cast<lua_Integer>(lua_rawlen(lua, -1));
    for (lua_Integer i = 1; i <= count; ++i) {
      lua_rawgeti(lua, -1, i);
      lua_pushfstring(lua, "%s:%s", lua_tostring(lua, kind), lua_tostring(lua, -1));
      lua_pushcclosure(lua, method, 1);
      lua_rawset(lua, -4);
    }
  }
  lua_pop(lua, 1);
}

// Replaces the topmost value, a description, by a metatable. The kind's name is below it.
void make_type(lua_State* lua, lua_CFunction method) {
  const int kind = lua_absindex(lua, -2);
  const int description = lua_absindex(lua, -1);
  lua_newtable(lua);
  lua_pushlightuserdata(lua, const_cast<char*>(&kMark));
  lua_rawsetp(lua, -2, &kMark);
  for (const char* name : {"__gc", "__close"}) {
    lua_pushcfunction(lua, collect);
    lua_setfield(lua, -2, name);
  }
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_pushvalue(lua, kind);
  lua_pushcclosure(lua, name_handle, 1);
  lua_setfield(lua, -2, "__tostring");
  push_methods(lua, kind, description, method);
  lua_pushcclosure(lua, index_handle, 1);
  lua_setfield(lua, -2, "__index");
  lua_replace(lua, description);
}

}  // namespace

void register_handles(lua_State* lua, lua_CFunction method) {
  lua_newtable(lua);
  lua_insert(lua, -2);
  for (lua_pushnil(lua); lua_next(lua, -2);) {
    make_type(lua, method);
    lua_pushvalue(lua, -2);
    lua_insert(lua, -2);
    lua_rawset(lua, -5);
  }
  lua_pop(lua, 1);
  lua_setfield(lua, LUA_REGISTRYINDEX, kKinds);
}

void push_handle(lua_State* lua, std::uint32_t number) {
  auto* box = static_cast<std::uint32_t*>(lua_newuserdatauv(lua, sizeof(std::uint32_t), 1));
  *box = number;
  ++alive;
  lua_insert(lua, -3);  // box, kind, fields
  lua_setiuservalue(lua, -3, 1);
  lua_getfield(lua, LUA_REGISTRYINDEX, kKinds);
  lua_insert(lua, -2);
  lua_rawget(lua, -2);  // box, kinds, type
  lua_remove(lua, -2);
  lua_setmetatable(lua, -2);
}

const std::uint32_t* test_handle(lua_State* lua, int index) {
  if (lua_type(lua, index) != LUA_TUSERDATA || !lua_getmetatable(lua, index)) return nullptr;
  const bool ours = lua_rawgetp(lua, -1, &kMark) == LUA_TLIGHTUSERDATA;
  lua_pop(lua, 2);
  return ours ? static_cast<const std::uint32_t*>(lua_touserdata(lua, index)) : nullptr;
}

void pack_unused_handles(lua_State* lua, Outgoing& frame) {
  if (alive >= kMany) lua_gc(lua, LUA_GCCOLLECT);
  frame.tag(protocol::kList);
  frame.size(static_cast<std::uint32_t>(unused.size()));
  for (const std::uint32_t number : unused) {
    frame.tag(protocol::kInteger);
    frame.integer(number);
  }
  unused.clear();
}

}  // namespace guest

#include <algorithm>
#include <string_view>

#include "runtime/lua/bridge/sandbox.hpp"
#include "runtime/lua/bridge/vm.hpp"

// Functions of Lua's own library that compute in C for a time that depends on their arguments: no
// hook interrupts them. When the arguments may make that a matter of seconds, they record where
// they were called before they begin. Recording costs a third of a microsecond, so the usual short
// calls skip it.
namespace runtime {

namespace {

constexpr std::size_t kLongText = 16384;  // bytes; one open-ended item takes quadratic time
constexpr std::size_t kShortText =
    16;  // bytes; above this, several open-ended items take longer than that
constexpr lua_Integer kMany = 100'000;  // items of a table, repetitions

std::string_view text_at(lua_State* lua, int index) {
  std::size_t size = 0;
  const char* text =
      lua_type(lua, index) == LUA_TSTRING ? lua_tolstring(lua, index, &size) : nullptr;
  return text ? std::string_view(text, size) : std::string_view();
}

bool pattern_is_slow(lua_State* lua) {
  const std::string_view text = text_at(lua, 1), pattern = text_at(lua, 2);
  if (text.size() >= kLongText) return true;
  const auto is_open_ended = [](char c) { return c == '*' || c == '+' || c == '-' || c == '?'; };
  return text.size() >= kShortText &&
         std::count_if(pattern.begin(), pattern.end(), is_open_ended) > 1;
}

bool repetition_is_slow(lua_State* lua) { return lua_tointeger(lua, 2) >= kMany; }

// A table may report any length, or have computed members.
bool table_is_slow(lua_State* lua) {
  if (!lua_istable(lua, 1)) return true;
  return static_cast<lua_Integer>(lua_rawlen(lua, 1)) >= kMany ||
         luaL_getmetafield(lua, 1, "__len") != LUA_TNIL;
}

bool move_is_slow(lua_State* lua) {
  return lua_tointeger(lua, 3) / 2 - lua_tointeger(lua, 2) / 2 >= kMany / 2;  // halves: no overflow
}

bool joining_is_slow(lua_State* lua) {
  return table_is_slow(lua) || lua_tointeger(lua, 4) >= kMany;
}

struct Slow {
  const char* library;
  const char* name;
  const char* whole;
  bool (*is_slow)(lua_State*);
};

constexpr Slow kSlow[] = {
    {"string", "find", "string.find", pattern_is_slow},
    {"string", "match", "string.match", pattern_is_slow},
    {"string", "gsub", "string.gsub", pattern_is_slow},
    {"string", "rep", "string.rep", repetition_is_slow},
    {"table", "concat", "table.concat", joining_is_slow},
    {"table", "sort", "table.sort", table_is_slow},
    {"table", "move", "table.move", move_is_slow},
    {"table", "insert", "table.insert", table_is_slow},
    {"table", "remove", "table.remove", table_is_slow},
};

// Calls the original in this function's own frame, so that its messages number the arguments
// correctly.
int call_original(lua_State* lua) {
  const auto& row = *static_cast<const Slow*>(lua_touserdata(lua, lua_upvalueindex(2)));
  const lua_CFunction original = lua_tocfunction(lua, lua_upvalueindex(1));
  const int count = lua_gettop(lua);
  const bool slow = row.is_slow(lua);
  lua_settop(lua, count);
  if (!slow) return original(lua);
  ScriptLocator& locator = vm_of(lua).locator;
  locator.note(lua, row.whole);
  const int results = original(lua);
  locator.leave();  // after an error, the next step does this
  look_for_interrupt(lua);
  return results;
}

// string.gmatch does its work in the iterator it returns.
int next_match(lua_State* lua) {
  ScriptLocator& locator = vm_of(lua).locator;
  locator.note(lua, "string.gmatch");
  lua_settop(lua, 0);
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_call(lua, 0, LUA_MULTRET);
  locator.leave();
  look_for_interrupt(lua);
  return lua_gettop(lua);
}

int match_all(lua_State* lua) {
  const bool slow = pattern_is_slow(lua);
  const int results = lua_tocfunction(lua, lua_upvalueindex(1))(lua);
  if (slow) lua_pushcclosure(lua, next_match, 1);
  return results;
}

}  // namespace

void note_slow_functions(lua_State* lua) {
  for (const Slow& row : kSlow) {
    lua_getglobal(lua, row.library);
    lua_getfield(lua, -1, row.name);
    lua_pushlightuserdata(lua, const_cast<Slow*>(&row));
    lua_pushcclosure(lua, call_original, 2);
    lua_setfield(lua, -2, row.name);
    lua_pop(lua, 1);
  }
  lua_getglobal(lua, "string");
  lua_getfield(lua, -1, "gmatch");
  lua_pushcclosure(lua, match_all, 1);
  lua_setfield(lua, -2, "gmatch");
  lua_pop(lua, 1);
}

}  // namespace runtime

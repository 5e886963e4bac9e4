#include "runtime/guest/helper/sandbox.hpp"

#include <unistd.h>

#include <string>

#include "runtime/guest/helper/budget.hpp"
#include "runtime/guest/helper/values.hpp"

namespace guest {

namespace {

constexpr std::size_t kLongestTraceback = 4000;
constexpr std::size_t kLongestMessage = 4000;

constexpr const char kTry[] =
    "local pcall = pcall\n"
    "local function results(ok, ...) if ok then return ... end return nil, (...) end\n"
    "function try(f, ...) return results(pcall(f, ...)) end";

int print_values(lua_State* lua) {
  const int count = lua_gettop(lua);
  luaL_Buffer line;
  luaL_buffinit(lua, &line);
  for (int i = 1; i <= count; ++i) {
    if (i > 1) luaL_addchar(&line, '\t');
    luaL_tolstring(lua, i, nullptr);
    luaL_addvalue(&line);
  }
  luaL_addchar(&line, '\n');
  luaL_pushresult(&line);
  std::size_t size = 0;
  const char* text = lua_tolstring(lua, -1, &size);
  print(text, size);
  return 0;
}

// load(chunk, name, mode, env), for source text only.
int load_text(lua_State* lua) {
  const int count = lua_gettop(lua) < 4 ? 3 : 4;
  lua_settop(lua, count);
  lua_pushliteral(lua, "t");
  lua_replace(lua, 3);
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, 1);
  lua_call(lua, count, LUA_MULTRET);
  return lua_gettop(lua);
}

void remove_global(lua_State* lua, const char* name) {
  lua_pushnil(lua);
  lua_setglobal(lua, name);
}

void open_library(lua_State* lua, const char* name, lua_CFunction open) {
  luaL_requiref(lua, name, open, 1);
  lua_pop(lua, 1);
}

// Removes all but the listed members from the table on top.
void keep_clock_only(lua_State* lua) {
  luaL_requiref(lua, "os", luaopen_os, 0);
  lua_newtable(lua);
  for (const char* name : {"clock", "date", "difftime", "time"}) {
    lua_getfield(lua, -2, name);
    lua_setfield(lua, -2, name);
  }
  lua_setglobal(lua, "os");
  lua_pop(lua, 1);
}

// Returns whether the error is a table without a text of its own that the host can show.
bool is_plain_table(lua_State* lua) {
  if (lua_type(lua, 1) != LUA_TTABLE || luaL_getmetafield(lua, 1, "__tostring") != LUA_TNIL)
    return false;
  Outgoing probe(protocol::kFailed);
  std::string fault;
  return pack_value(lua, 1, probe, fault);
}

// Describes an error: its own code, message and hint if it has them, else its text as message; with
// the line and a traceback. Runs while the failed function's stack still exists.
int describe(lua_State* lua) {
  lua_settop(lua, 1);
  lua_newtable(lua);
  bool has_message = false;
  for (const char* name : {"code", "hint", "message"}) {
    if (lua_type(lua, 1) != LUA_TTABLE) break;
    lua_pushstring(lua, name);
    has_message = lua_rawget(lua, 1) == LUA_TSTRING;
    if (has_message) lua_setfield(lua, 2, name);
    lua_settop(lua, 2);
  }
  if (!has_message) {
    luaL_tolstring(lua, 1, nullptr);
    lua_setfield(lua, 2, "message");
    if (is_plain_table(lua)) {
      lua_pushvalue(lua, 1);
      lua_setfield(lua, 2, "raised");
    }
    lua_settop(lua, 2);
  }
  lua_pushinteger(lua, line_of(lua));
  lua_setfield(lua, 2, "line");
  luaL_traceback(lua, lua, nullptr, 1);
  std::size_t size = 0;
  const char* text = lua_tolstring(lua, -1, &size);
  lua_pushlstring(lua, text, size < kLongestTraceback ? size : kLongestTraceback);
  lua_setfield(lua, 2, "traceback");
  lua_settop(lua, 2);
  return 1;
}

void pack_text(Outgoing& frame, const char* name, const char* text) {
  frame.text(name);
  frame.tag(protocol::kString);
  frame.text(std::string_view(text).substr(0, kLongestMessage));
}

// For errors without a description, such as lack of memory, or an error in describe() itself.
void send_bare_failure(const char* message) {
  Outgoing frame(protocol::kFailed);
  frame.tag(protocol::kRecord);
  frame.size(1);
  pack_text(frame, "message", message);
  frame.send();
}

void send_failure(lua_State* lua) {
  if (lua_type(lua, -1) == LUA_TTABLE) {
    Outgoing frame(protocol::kFailed);
    std::string fault;
    if (pack_value(lua, -1, frame, fault)) return frame.send();
    return send_bare_failure("the script failed with an error that is too large to report");
  }
  const char* text = lua_tostring(lua, -1);
  send_bare_failure(text ? text : "the script failed, and so did reporting the error");
}

void send_results(lua_State* lua) {
  const int count = lua_gettop(lua);
  Outgoing frame(protocol::kDone);
  std::string fault;
  for (int i = 1; i <= count; ++i) {
    if (pack_value(lua, i, frame, fault)) continue;
    return send_bare_failure(("returned value " + std::to_string(i) + ": " + fault).c_str());
  }
  frame.send();
}

}  // namespace

void open_libraries(lua_State* lua) {
  open_library(lua, "_G", luaopen_base);
  open_library(lua, "coroutine", luaopen_coroutine);
  open_library(lua, "table", luaopen_table);
  open_library(lua, "string", luaopen_string);
  open_library(lua, "utf8", luaopen_utf8);
  open_library(lua, "math", luaopen_math);
  keep_clock_only(lua);
  remove_global(lua, "dofile");
  remove_global(lua, "loadfile");
  lua_getglobal(lua, "string");
  lua_pushnil(lua);
  lua_setfield(lua, -2, "dump");
  lua_pop(lua, 1);
  lua_getglobal(lua, "load");
  lua_pushcclosure(lua, load_text, 1);
  lua_setglobal(lua, "load");
  lua_pushcfunction(lua, print_values);
  lua_setglobal(lua, "print");
  if (luaL_dostring(lua, kTry) != LUA_OK) _exit(protocol::kExitNoMemory);
  register_values(lua);
  lua_settop(lua, 0);
}

void run_script(lua_State* lua, std::string_view text) {
  lua_settop(lua, 0);
  lua_pushcfunction(lua, describe);
  int status = luaL_loadbufferx(lua, text.data(), text.size(), kChunkName, "t");
  if (status == LUA_OK) status = lua_pcall(lua, 0, LUA_MULTRET, 1);
  if (status != LUA_OK) return send_failure(lua);
  lua_remove(lua, 1);
  send_results(lua);
}

}  // namespace guest

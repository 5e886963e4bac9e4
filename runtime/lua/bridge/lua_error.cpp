#include "runtime/lua/bridge/value_text.hpp"
#include "runtime/lua/bridge/vm.hpp"

namespace runtime {

namespace {

constexpr const char* kErrorType = "peekaboo.error";
constexpr const char* kCancelled = "CANCELLED";

int error_to_string(lua_State* lua) {
  lua_getfield(lua, 1, "code");
  lua_pushliteral(lua, ": ");
  lua_getfield(lua, 1, "message");
  luaL_tolstring(lua, -1, nullptr);
  lua_remove(lua, -2);
  lua_concat(lua, 3);
  return 1;
}

std::string field(lua_State* lua, int index, const char* name) {
  std::string result;
  if (lua_getfield(lua, index, name) == LUA_TSTRING) result = lua_tostring(lua, -1);
  lua_pop(lua, 1);
  return result;
}

void set_field(lua_State* lua, const char* name, const std::string& text) {
  lua_pushlstring(lua, text.data(), text.size());
  lua_setfield(lua, -2, name);
}

void set_error_metatable(lua_State* lua) {
  if (luaL_newmetatable(lua, kErrorType)) {
    lua_pushcfunction(lua, error_to_string);
    lua_setfield(lua, -2, "__tostring");
  }
  lua_setmetatable(lua, -2);
}

}  // namespace

void push_error(lua_State* lua, const Error& error) {
  luaL_checkstack(lua, 8, "error");
  lua_createtable(lua, 0, 4);
  set_field(lua, "code", error.code);
  set_field(lua, "message", error.message);
  if (!error.hint.empty()) set_field(lua, "hint", error.hint);
  if (!error.details.is_nil()) {
    push_value(lua, error.details);
    lua_setfield(lua, -2, "details");
  }
  set_error_metatable(lua);
  if (!error.traceback.empty()) remember_traceback(lua, -1, error.traceback);
}

namespace {

constexpr const char* kTracebacks = "peekaboo.tracebacks";

// Tracebacks by error; a weak table, so that errors can be collected.
void push_tracebacks(lua_State* lua) {
  if (!luaL_getsubtable(lua, LUA_REGISTRYINDEX, kTracebacks)) {
    lua_createtable(lua, 0, 1);
    lua_pushliteral(lua, "k");
    lua_setfield(lua, -2, "__mode");
    lua_setmetatable(lua, -2);
  }
}

}  // namespace

void remember_traceback(lua_State* lua, int index, const std::string& traceback) {
  luaL_checkstack(lua, 6, "traceback");
  index = lua_absindex(lua, index);
  push_tracebacks(lua);
  lua_pushvalue(lua, index);
  lua_pushlstring(lua, traceback.data(), traceback.size());
  lua_rawset(lua, -3);
  lua_pop(lua, 1);
}

std::string first_traceback(lua_State* lua, int index) {
  std::string found;
  if (lua_type(lua, index) != LUA_TTABLE) return found;
  index = lua_absindex(lua, index);
  push_tracebacks(lua);
  lua_pushvalue(lua, index);
  if (lua_rawget(lua, -2) == LUA_TSTRING) found = lua_tostring(lua, -1);
  lua_pop(lua, 2);
  return found;
}

int remember_from_script(lua_State* lua) {
  if (lua_type(lua, 1) == LUA_TTABLE && first_traceback(lua, 1).empty())
    remember_traceback(lua, 1, luaL_checkstring(lua, 2));
  return 0;
}

void push_cancelled(lua_State* lua) { push_error(lua, Error(kCancelled, "call was cancelled")); }

bool is_cancelled(lua_State* lua, int index) {
  if (lua_type(lua, index) != LUA_TTABLE) return false;
  index = lua_absindex(lua, index);
  lua_pushliteral(lua, "code");
  const bool same = lua_rawget(lua, index) == LUA_TSTRING &&
                    std::string_view(lua_tostring(lua, -1)) == kCancelled;
  lua_pop(lua, 1);
  return same;
}

namespace {

// Returns a string, or a number as a string.
std::string message_of(lua_State* lua, int index) {
  std::string text;
  lua_getfield(lua, index, "message");
  if (lua_isstring(lua, -1)) text = luaL_tolstring(lua, -1, nullptr);
  lua_settop(lua, 2);
  return text;
}

// Returns the text of an error value that is not ours: its own text, or the contents of a table
// that has none.
std::string words_of(lua_State* lua, int index) {
  if (lua_type(lua, index) == LUA_TTABLE && luaL_getmetafield(lua, index, "__tostring") == LUA_TNIL)
    return values_text(lua, index, 1);
  std::string text = luaL_tolstring(lua, index, nullptr);
  lua_settop(lua, 2);
  return text;
}

// (error value, Failure*)
int read_error(lua_State* lua) {
  auto& failure = *static_cast<Failure*>(lua_touserdata(lua, 2));
  failure.cancelled = is_cancelled(lua, 1);
  const bool table = lua_type(lua, 1) == LUA_TTABLE;
  const std::string code = table ? field(lua, 1, "code") : std::string();
  const std::string message = table ? message_of(lua, 1) : std::string();
  if (code.empty() && message.empty()) {
    failure.error.message = words_of(lua, 1);
    return 0;
  }
  if (!code.empty()) failure.error.code = code;
  failure.error.message = message;
  failure.error.hint = field(lua, 1, "hint");
  lua_getfield(lua, 1, "details");
  try {
    failure.error.details = to_value(lua, -1);
  } catch (const Error&) {
    // Facts that cannot be converted must not hide the failure.
  }
  return 0;
}

}  // namespace

Failure take_error(lua_State* lua) {
  Failure failure{Error("SCRIPT_ERROR", "unreadable error value"), false};
  lua_pushcfunction(lua, read_error);
  lua_insert(lua, -2);
  lua_pushlightuserdata(lua, &failure);
  if (lua_pcall(lua, 2, 0, 0) != LUA_OK) lua_pop(lua, 1);
  return failure;
}

}  // namespace runtime

#include "runtime/lua/vm.hpp"

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
}

void push_cancelled(lua_State* lua) { push_error(lua, Error(kCancelled, "the call was cancelled")); }

bool is_cancelled(lua_State* lua, int index) {
  return lua_type(lua, index) == LUA_TTABLE && field(lua, lua_absindex(lua, index), "code") == kCancelled;
}

namespace {

std::string traceback(lua_State* thread) {
  luaL_traceback(thread, thread, nullptr, 0);
  std::string text = lua_tostring(thread, -1);
  lua_pop(thread, 1);
  return text;
}

Error coded_error(lua_State* thread, int index, const std::string& code) {
  lua_getfield(thread, index, "details");
  Value details = to_value(thread, -1);
  lua_pop(thread, 1);
  return Error(code, field(thread, index, "message"), field(thread, index, "hint"), std::move(details));
}

Error plain_error(lua_State* thread, int index) {
  const std::string message = luaL_tolstring(thread, index, nullptr);
  lua_pop(thread, 1);
  return Error("SCRIPT_ERROR", message);
}

}  // namespace

Error to_error(lua_State* thread, int index) {
  index = lua_absindex(thread, index);
  const std::string code = lua_type(thread, index) == LUA_TTABLE ? field(thread, index, "code") : std::string();
  Error error = code.empty() ? plain_error(thread, index) : coded_error(thread, index, code);
  error.traceback = traceback(thread);
  return error;
}

}  // namespace runtime

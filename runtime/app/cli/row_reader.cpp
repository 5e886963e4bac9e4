#include "runtime/app/cli/row_reader.hpp"

#include <lua5.4/lua.hpp>

#include "runtime/core/value/error.hpp"

namespace runtime {

namespace {

constexpr const char* kRequire = R"(
local placeholder = {}
setmetatable(placeholder, {
  __index = function(self, key) return type(key) == "string" and self or nil end, -- an empty list
  __call = function(self) return self end,
})
provided = {}
function require(name) return provided[name] or placeholder end
setmetatable(_G, { __index = function() return placeholder end })
)";

void require_done(lua_State* lua, int status) {
  if (status == LUA_OK) return;
  const char* reason = lua_tostring(lua, -1);
  throw Error("SCRIPT_ERROR", reason ? reason : "invalid script with rows");
}

}  // namespace

void CloseLua::operator()(lua_State* lua) const { lua_close(lua); }

RowState open_row_state() {
  RowState state(luaL_newstate());
  lua_State* lua = state.get();
  if (!lua) throw Error("INTERNAL_ERROR", "not enough memory for the rows of a script");
  for (const luaL_Reg& library :
       {luaL_Reg{LUA_GNAME, luaopen_base}, luaL_Reg{LUA_STRLIBNAME, luaopen_string},
        luaL_Reg{LUA_TABLIBNAME, luaopen_table}, luaL_Reg{LUA_MATHLIBNAME, luaopen_math}}) {
    luaL_requiref(lua, library.name, library.func, 1);
    lua_pop(lua, 1);
  }
  require_done(lua, luaL_dostring(lua, kRequire));
  return state;
}

void run_rows(lua_State* lua, const Script& script) {
  const char* mode = script.form == Script::Form::kBytecode ? "b" : "t";
  const std::string chunk = "@" + script.name;
  require_done(lua,
               luaL_loadbufferx(lua, script.text.data(), script.text.size(), chunk.c_str(), mode));
  require_done(lua, lua_pcall(lua, 0, 1, 0));
  if (!lua_istable(lua, -1)) throw Error("SCRIPT_ERROR", script.name + " does not return a module");
}

void provide(lua_State* lua, const char* name) {
  lua_getglobal(lua, "provided");
  lua_insert(lua, -2);
  lua_setfield(lua, -2, name);
  lua_pop(lua, 1);
}

std::string text_field(lua_State* lua, const char* name) {
  lua_getfield(lua, -1, name);
  const std::string text = lua_isstring(lua, -1) ? lua_tostring(lua, -1) : "";
  lua_pop(lua, 1);
  return text;
}

std::string text_at(lua_State* lua, int place) {
  lua_rawgeti(lua, -1, place);
  const std::string text = lua_isstring(lua, -1) ? lua_tostring(lua, -1) : "";
  lua_pop(lua, 1);
  return text;
}

bool is_true(lua_State* lua, const char* name) {
  lua_getfield(lua, -1, name);
  const bool on = lua_toboolean(lua, -1) != 0;
  lua_pop(lua, 1);
  return on;
}

std::string joined_texts(lua_State* lua) {
  std::string all;
  for (int i = 1; lua_istable(lua, -1) && i <= static_cast<int>(lua_rawlen(lua, -1)); ++i)
    all += (all.empty() ? "" : " ") + text_at(lua, i);
  return all;
}

}  // namespace runtime

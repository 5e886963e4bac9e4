#include "runtime/lua/bridge/vm.hpp"

// Explains a wrong call by the sentence that `peekaboo check` has for it, if any.
namespace runtime {

namespace {

bool is_wrong_argument(lua_State* lua, int index) {
  if (lua_type(lua, index) != LUA_TTABLE) return false;
  lua_pushliteral(lua, "code");
  const bool same = lua_rawget(lua, index) == LUA_TSTRING &&
                    std::string_view(lua_tostring(lua, -1)) == "INVALID_ARGUMENT";
  lua_pop(lua, 1);
  return same;
}

}  // namespace

void explain(lua_State* lua, const Function& function, int count) {
  const int error = lua_gettop(lua);
  constexpr int kMax = 20;  // arguments
  if (!is_wrong_argument(lua, error) || count > kMax || !lua_checkstack(lua, count + 8)) return;
  lua_getglobal(lua, "require");
  lua_pushliteral(lua, "check.wrong_argument");
  if (lua_pcall(lua, 1, 1, 0) == LUA_OK && lua_istable(lua, -1)) {
    lua_getfield(lua, -1, "explain");
    lua_pushvalue(lua, error);
    lua_pushstring(lua, function.call);
    for (int i = 1; i <= count; ++i) lua_pushvalue(lua, i);
    lua_pcall(lua, count + 2, 0, 0);
  }
  lua_settop(lua, error);
}

}  // namespace runtime

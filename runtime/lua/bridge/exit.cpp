#include <string>

#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/bridge/guarded.hpp"
#include "runtime/lua/bridge/vm.hpp"

// os.exit raises an error that passes every pcall up to the host, so that `<close>` variables and
// tasks end as they do after any other error.
namespace runtime {

namespace {

constexpr const char* kExit = "EXIT";

bool is_exit(lua_State* lua, int index) {
  if (lua_type(lua, index) != LUA_TTABLE) return false;
  index = lua_absindex(lua, index);
  lua_pushliteral(lua, "code");
  const bool same =
      lua_rawget(lua, index) == LUA_TSTRING && std::string_view(lua_tostring(lua, -1)) == kExit;
  lua_pop(lua, 1);
  return same;
}

// Returns the exit status; the system keeps the lowest 8 bits.
int given_status(lua_State* lua) {
  if (lua_isnoneornil(lua, 1)) return 0;
  if (lua_isboolean(lua, 1)) return lua_toboolean(lua, 1) ? 0 : 1;
  int whole = 0;
  const lua_Integer number =
      lua_type(lua, 1) == LUA_TNUMBER ? lua_tointegerx(lua, 1, &whole) : lua_Integer{0};
  if (whole) return static_cast<int>(number & 0xff);
  throw Error("INVALID_ARGUMENT",
              std::string("os.exit: status: expected an integer or a boolean, got a ") +
                  luaL_typename(lua, 1));
}

void raise_exit(lua_State* lua) {
  const int status = given_status(lua);
  Call* call = vm_of(lua).current;
  if (!call || !call->origin || !call->origin->exits)
    throw Error(
        "SCRIPT_ERROR", "os.exit(" + std::to_string(status) + ") ended this call",
        "Use os.exit only in scripts of `peekaboo run` and automations; press Ctrl-D to end the "
        "prompt.");
  call->exit_status = status;
  throw exit_error(status);
}

int exit_script(lua_State* lua) {
  guarded(lua, [lua] { raise_exit(lua); });
  return lua_error(lua);
}

int finish_protected(lua_State* lua, int status, lua_KContext below) {
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(lua) - static_cast<int>(below);
  if (is_exit(lua, -1)) return lua_error(lua);
  lua_pushboolean(lua, 0);
  lua_insert(lua, -2);
  return 2;
}

// pcall(f, …)
int call_protected(lua_State* lua) {
  luaL_checkany(lua, 1);
  lua_pushboolean(lua, 1);
  lua_insert(lua, 1);
  const int status = lua_pcallk(lua, lua_gettop(lua) - 2, LUA_MULTRET, 0, 0, finish_protected);
  return finish_protected(lua, status, 0);
}

// The message handler, stored in the upvalue.
int handle(lua_State* lua) {
  if (is_exit(lua, 1)) return 1;
  lua_pushvalue(lua, lua_upvalueindex(1));
  lua_insert(lua, 1);
  lua_call(lua, 1, 1);
  return 1;
}

// xpcall(f, handler, …)
int call_handled(lua_State* lua) {
  luaL_checktype(lua, 2, LUA_TFUNCTION);
  const int arguments = lua_gettop(lua) - 2;
  lua_pushvalue(lua, 2);
  lua_pushcclosure(lua, handle, 1);
  lua_insert(lua, 1);
  lua_remove(lua, 3);       // the script's own handler
  lua_pushboolean(lua, 1);  // first result of a success
  lua_insert(lua, 2);
  const int status = lua_pcallk(lua, arguments, LUA_MULTRET, 1, 1, finish_protected);
  return finish_protected(lua, status, 1);
}

constexpr Function kOs[] = {
    {.call = "os.exit",
     .text = "Ends the script, whatever stands around the call: no pcall or try catches it. "
             "Variables with <close> are closed, tasks and triggers end, and so do started "
             "processes, as at any other end. The status is an integer, of which the lowest 8 bits "
             "count, true (0, the default) or false (1). It is that of `peekaboo run`. Of an "
             "automation, and with `run --watch`, it ends that script alone, which has failed "
             "unless the status is 0. In a tool of `peekaboo mcp` and at the prompt it is an error "
             "like others, SCRIPT_ERROR, which ends the call.",
     .parameters = {{"status", "integer|boolean",
                     "What the program that started it is told. Default 0.", Parameter::kOptional}},
     .errors = {"SCRIPT_ERROR"},
     .work = exit_script},
};

}  // namespace

std::span<const Function> os_functions() { return kOs; }

Error exit_error(int status) {
  Value details;
  details.set("status", status);
  return Error(kExit, "os.exit(" + std::to_string(status) + ")", {}, std::move(details));
}

std::optional<int> exit_status(const Error& error) {
  if (error.code != kExit) return std::nullopt;
  const auto* status = error.details["status"].as<std::int64_t>();
  return status ? static_cast<int>(*status) : 1;
}

int tell_exit(lua_State* lua) {
  lua_pushboolean(lua, is_exit(lua, 1));
  return 1;
}

void install_exit(lua_State* lua) {
  lua_getglobal(lua, "os");
  push_function(lua, kOs[0], nullptr);
  lua_setfield(lua, -2, kOs[0].name());
  lua_pop(lua, 1);
  lua_pushcfunction(lua, call_protected);
  lua_setglobal(lua, "pcall");
  lua_pushcfunction(lua, call_handled);
  lua_setglobal(lua, "xpcall");
}

}  // namespace runtime

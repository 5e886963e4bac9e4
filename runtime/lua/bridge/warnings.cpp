#include "runtime/core/log/log.hpp"
#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/bridge/failure_reporter.hpp"
#include "runtime/lua/bridge/vm.hpp"

// Handles warnings: failures of finalizers, which reach no caller, and messages that scripts give
// to warn().
namespace runtime {

namespace {

constexpr std::size_t kLongest = 4000;  // bytes
constexpr std::string_view kNoText = "error object is not a string";

// Returns the string member `name` of the table on top. Allocates nothing, because the collector
// may be running.
std::string_view text_member(lua_State* lua, std::string_view name) {
  std::string_view found;
  lua_pushnil(lua);
  while (lua_next(lua, -2) != 0) {
    if (lua_type(lua, -1) == LUA_TSTRING && lua_type(lua, -2) == LUA_TSTRING &&
        lua_tostring(lua, -2) == name)
      found = lua_tostring(lua, -1);
    lua_pop(lua, 1);
  }
  return found;
}

// Lua shows finalizers' errors only when they are strings; ours are tables, which are still on the
// stack.
std::string coded_text(Vm& vm) {
  lua_State* lua = vm.current ? vm.current->thread() : vm.lua;
  if (lua_gettop(lua) == 0 || lua_type(lua, -1) != LUA_TTABLE || !lua_checkstack(lua, 4))
    return std::string(kNoText);
  const std::string_view code = text_member(lua, "code"), message = text_member(lua, "message");
  if (code.empty() || message.empty()) return std::string(kNoText);
  return std::string(code) + ": " + std::string(message);
}

void warn(void* context, const char* piece, int to_be_continued) {
  Vm& vm = *static_cast<Vm*>(context);
  if (vm.warning.size() < kLongest)
    vm.warning += piece == kNoText ? coded_text(vm) : std::string(piece);
  if (to_be_continued) return;
  const std::string text = std::exchange(vm.warning, std::string()).substr(0, kLongest);
  if (!text.starts_with('@'))
    report_failure(vm, text);  // "@on" and the like are for the standalone interpreter
}

}  // namespace

void report_failure(Vm& vm, const std::string& text) {
  Value fields;
  if (vm.current && vm.current->origin) fields.set("script", vm.current->origin->caller.name);
  log::warn(text, fields);
  if (vm.failures) vm.failures->add("Warning: " + text);
}

void install_warnings(lua_State* lua) { lua_setwarnf(lua, warn, &vm_of(lua)); }

}  // namespace runtime

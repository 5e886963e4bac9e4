#include "runtime/lua/call.hpp"
#include "runtime/lua/vm.hpp"

namespace runtime {

namespace {

// A coroutine's loop around another coroutine's loop is reached only when its own count is up: keep it small. Costs
// about one percent.
constexpr int kInstructions = 1000;
constexpr unsigned kHooksBetweenLooks = 128;
constexpr std::chrono::milliseconds kPatience(400);  // that a script may compute on when nobody waits for it

void interrupt_hook(lua_State* lua, lua_Debug*);

// From the next line on, so that a pcall around the loop cannot keep it alive.
void arm(lua_State* lua) { lua_sethook(lua, interrupt_hook, LUA_MASKLINE | LUA_MASKCOUNT, 1); }

bool given_up(Vm& vm) {
  if (vm.interrupted) return true;
  if (!vm.abandoned || ++vm.hooks % kHooksBetweenLooks != 0) return false;
  if (std::chrono::steady_clock::now() - vm.step_began < kPatience || !vm.abandoned()) return false;
  vm.interrupted = true;
  return true;
}

void interrupt_hook(lua_State* lua, lua_Debug*) {
  Vm& vm = vm_of(lua);
  if (!given_up(vm)) return;
  arm(lua);
  if (vm.current) arm(vm.current->thread());
  push_cancelled(lua);
  lua_error(lua);
}

}  // namespace

void install_interrupt(lua_State* lua) { lua_sethook(lua, interrupt_hook, LUA_MASKCOUNT, kInstructions); }

}  // namespace runtime

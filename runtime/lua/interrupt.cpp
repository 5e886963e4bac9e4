#include "runtime/lua/call.hpp"
#include "runtime/lua/vm.hpp"

namespace runtime {

namespace {

// A coroutine's loop around another coroutine's loop is reached only when its own count is up: keep it small. Costs
// about one percent.
constexpr int kInstructions = 1000;
constexpr unsigned kHooksBetweenLooks = 128;
constexpr std::chrono::milliseconds kPatience(400);  // that a script may compute on when nobody waits for it
// A script has the loop for itself until it waits. One that computes for so long has to let others run in between.
constexpr std::chrono::milliseconds kLongestStep(100);

void interrupt_hook(lua_State* lua, lua_Debug*);

// From the next line on, so that a pcall around the loop cannot keep it alive.
void arm(lua_State* lua) { lua_sethook(lua, interrupt_hook, LUA_MASKLINE | LUA_MASKCOUNT, 1); }

bool given_up(Vm& vm) {
  if (vm.interrupted) return true;
  if (!vm.abandoned || ++vm.hooks % kHooksBetweenLooks != 0) return false;
  if (std::chrono::steady_clock::now() - vm.computing_since < kPatience || !vm.abandoned()) return false;
  vm.interrupted = true;
  return true;
}

// Whether the call was cancelled and went on computing. It gets the same time again before it is told once more, so
// that its clean-up can be done.
bool ignores_cancellation(Vm& vm, std::chrono::steady_clock::time_point now) {
  if (!vm.current->spawned().scope().fired() || now - vm.computing_since < kPatience) return false;
  vm.computing_since = now;
  return true;
}

void interrupt_hook(lua_State* lua, lua_Debug*) {
  Vm& vm = vm_of(lua);
  if (given_up(vm)) {
    arm(lua);
    if (vm.current) arm(vm.current->thread());
    push_cancelled(lua);
    lua_error(lua);
  }
  if (!vm.current) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - vm.step_began < kLongestStep) return;
  if (ignores_cancellation(vm, now)) {
    push_cancelled(lua);
    lua_error(lua);
  }
  // Inside of a script's own coroutine a yield would look like the script's.
  if (lua == vm.current->thread() && lua_isyieldable(lua)) {
    vm.current->paused = true;
    lua_yield(lua, 0);
  }
}

}  // namespace

void install_interrupt(lua_State* lua) { lua_sethook(lua, interrupt_hook, LUA_MASKCOUNT, kInstructions); }

}  // namespace runtime

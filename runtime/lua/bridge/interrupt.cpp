#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/bridge/vm.hpp"

namespace runtime {

namespace {

constexpr std::chrono::milliseconds kComputingPatience(
    400);  // how long a script may go on computing when its result is no longer wanted
// A script has the loop to itself until it waits. After computing for this long it must let others
// run: a timer or an answer needs two or three iterations of the loop until its script resumes.
constexpr std::chrono::milliseconds kLongestStep(10);

void interrupt_hook(lua_State* lua, lua_Debug*);

// Interrupts the running script from the next line on, in all coroutines that run each other, so
// that no pcall in any of them can keep it alive.
void arm(lua_State* lua, const Vm& vm) {
  const RunningThread* each = RunningThread::innermost();
  for (;;) {
    lua_sethook(lua, interrupt_hook, LUA_MASKLINE | LUA_MASKCOUNT, 1);
    if (!each || (vm.current && lua == vm.current->thread())) return;
    lua = each->lua();
    each = each->outer();
  }
}

// Ends the running script, whatever it catches.
void give_up(lua_State* lua, Vm& vm) {
  arm(lua, vm);
  push_cancelled(lua);
  lua_error(lua);
}

// Ends a script that the loop's monitor has reported.
void end_overdue(lua_State* lua, Vm& vm, int times) {
  if (times > 1) arm(lua, vm);
  luaL_where(lua, 0);
  const std::string place = lua_tostring(lua, -1);
  push_error(
      lua, Error("SCRIPT_ERROR", place + "script blocked the program for too long without waiting",
                 "Call task.sleep(0) between parts of the computation; waiting is impossible in "
                 "table.sort, gsub or a "
                 "metamethod."));
}

bool given_up(Vm& vm) {
  if (vm.interrupted) return true;
  if (!vm.abandoned) return false;
  if (std::chrono::steady_clock::now() - vm.computing_since < kComputingPatience || !vm.abandoned())
    return false;
  vm.interrupted = true;
  return true;
}

// Returns whether the call was cancelled and went on computing. It gets the same time again before
// the next interruption, to finish its clean-up.
bool ignores_cancellation(Vm& vm, std::chrono::steady_clock::time_point now) {
  if (!vm.current->spawned().scope().fired() || now - vm.computing_since < kComputingPatience)
    return false;
  vm.computing_since = now;
  return true;
}

// Returns whether the script may go on; false when it must let others run. Raises when it must end.
bool may_go_on(lua_State* lua) {
  Vm& vm = vm_of(lua);
  if (vm.locator.asked()) vm.locator.answer(lua);
  if (given_up(vm)) give_up(lua, vm);
  if (!vm.current) return true;
  if (const int times = vm.locator.told(); times > 0) {
    end_overdue(lua, vm, times);
    lua_error(lua);
  }
  const auto now = std::chrono::steady_clock::now();
  if (vm.current->overstays(now)) give_up(lua, vm);
  if (now - vm.step_began < kLongestStep) return true;
  if (ignores_cancellation(vm, now)) {
    push_cancelled(lua);
    lua_error(lua);
  }
  return false;
}

void interrupt_hook(lua_State* lua, lua_Debug*) {
  Vm& vm = vm_of(lua);
  vm.alarm->rest(lua);
  vm.collect_if_due();
  if (may_go_on(lua)) return;
  if (!lua_isyieldable(lua)) return;
  if (lua == vm.current->thread())
    vm.current->paused = true;
  else if (vm.passes_pauses && !vm.paused_coroutine)
    vm.paused_coroutine = lua;  // lets the prelude distinguish this yield from one of the script
  else
    return;  // or the pause of a coroutine in this one is on its way to the host
  lua_yield(lua, 0);
}

}  // namespace

void look_for_interrupt(lua_State* lua) { may_go_on(lua); }

int take_pause(lua_State* lua) {
  lua_State*& paused = vm_of(lua).paused_coroutine;
  const bool is_it = paused && lua_tothread(lua, 1) == paused;
  paused = nullptr;
  lua_pushboolean(lua, is_it);
  return 1;
}

void install_interrupt(lua_State* lua) {
  vm_of(lua).alarm = std::make_unique<ScriptAlarm>(lua, interrupt_hook);
}

// Runs coroutine.resume or coroutine.close, the upvalue, in this function's own frame.
int run_coroutine(lua_State* lua) {
  const RunningThread running(lua_isthread(lua, 1) ? lua_tothread(lua, 1) : lua);
  return lua_tocfunction(lua, lua_upvalueindex(1))(lua);
}

}  // namespace runtime

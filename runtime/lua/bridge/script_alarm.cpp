#include "runtime/lua/bridge/script_alarm.hpp"

#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <cerrno>
#include <chrono>

namespace runtime {
namespace {

// Of processor time; the kernel rounds it up to its own tick, of 1 to 10 ms.
constexpr std::chrono::milliseconds kEach(4);
// Without a timer. Keep this small: a coroutine's loop inside another coroutine's loop is
// interrupted only when its own count is up.
constexpr int kInstructions = 1000;

// The thread sanitizer holds signals back until the program calls the C library.
#ifdef __SANITIZE_THREAD__
constexpr bool kSignalsComeAtOnce = false;
#else
constexpr bool kSignalsComeAtOnce = true;
#endif

int alarm_signal() { return SIGRTMIN + 2; }

thread_local std::atomic<const RunningThread*> running = nullptr;
thread_local std::atomic<lua_State*> main_thread = nullptr;  // runs when no other does
thread_local std::atomic<ProcessorTimer*> timer = nullptr;
std::atomic<lua_Hook> called = nullptr;

// As lua.c interrupts its script: lua_sethook() may be called at any moment of the code that it is
// for, and this thread runs no other. It visits each function that is being called; of a very deep
// recursion that takes longer than the time between two alarms, which is counted from its end.
void ring(int) {
  const int error = errno;
  const RunningThread* const inner = running.load(std::memory_order_relaxed);
  lua_State* const lua = inner ? inner->lua() : main_thread.load(std::memory_order_relaxed);
  if (lua) lua_sethook(lua, called.load(std::memory_order_relaxed), LUA_MASKCOUNT, 1);
  if (ProcessorTimer* const rung = timer.load(std::memory_order_relaxed)) rung->start();
  errno = error;
}

bool listen() {
  struct sigaction action = {};
  action.sa_handler = ring;
  action.sa_flags = SA_RESTART;
  return sigaction(alarm_signal(), &action, nullptr) == 0;
}

}  // namespace

ScriptAlarm::ScriptAlarm(lua_State* lua, lua_Hook hook) : lua_(lua), hook_(hook) {
  called = hook;
  clockid_t clock{};
  if (kSignalsComeAtOnce && listen() && pthread_getcpuclockid(pthread_self(), &clock) == 0)
    timer_.emplace(clock, kEach, alarm_signal(), ProcessorTimer::Signals::kOnce);
  if (timer_) {
    timer = &*timer_;
    timer_->start();  // it may have rung before the handler knew it
  }
  main_thread = lua;
  rest(lua);
}

ScriptAlarm::~ScriptAlarm() {
  if (main_thread == lua_) main_thread = nullptr;
  if (timer_ && timer == &*timer_) timer = nullptr;
}

void ScriptAlarm::rest(lua_State* lua) const {
  if (timer_ && timer_->running())
    lua_sethook(lua, nullptr, 0, 0);
  else
    lua_sethook(lua, hook_, LUA_MASKCOUNT, kInstructions);  // inherited by threads
}

RunningThread::RunningThread(lua_State* lua) : lua_(lua), outer_(running) {
  running.store(this, std::memory_order_release);
}

RunningThread::~RunningThread() { running.store(outer_, std::memory_order_relaxed); }

const RunningThread* RunningThread::innermost() { return running; }

}  // namespace runtime

#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/core/async/nursery.hpp"
#include "runtime/core/caller.hpp"
#include "runtime/lua/bridge/bindings.hpp"
#include "runtime/lua/bridge/trace.hpp"

struct lua_State;

namespace runtime {

struct Vm;

// The origin of a script call; inherited by spawned tasks. Begins a whole call unless the caller is
// already part of one.
struct Origin {
  explicit Origin(Caller who) : caller(std::move(who)) {
    if (caller.call == 0) caller.call = next_call_number();
  }
  Origin(Caller::Kind kind, std::string name) : Origin(Caller{kind, std::move(name), "", 0}) {}

  Caller caller;
  // Supervises other scripts, so it may use the memory reserve when they have used up their limit.
  bool supervises = false;
  // os.exit ends this script with a status; otherwise os.exit is an ordinary error.
  bool exits = false;
  std::chrono::steady_clock::time_point arrival = std::chrono::steady_clock::now();
};

// One script call: a Lua thread, resumed in exactly one place, and the tasks spawned by the script.
// Driven by call_script(); native functions reach it through Args::call().
class Call {
 public:
  Call(std::shared_ptr<Vm> vm, const Context& context);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // Set by a waiting native function just before it yields; taken by the driver.
  Task<Results> pending;

  // Returns the tasks that end with this call.
  Nursery& spawned() { return spawned_; }
  const std::shared_ptr<Vm>& vm() const { return vm_; }
  lua_State* thread() const { return thread_; }
  // Runs a full garbage collection. Only call it from outside Lua.
  void collect();
  std::shared_ptr<Origin> origin;  // null: unknown, so the least trusted
  std::string traceback;           // of the last error raised in it
  // Returns whether it was cancelled long ago but is still computing.
  bool overstays(std::chrono::steady_clock::time_point now) const;
  std::optional<int> exit_status;  // given to os.exit in it, or in a task that it waited for
  std::string trace_name;          // for the Tracer; "" without one
  TraceEntry waiting;              // for the Tracer: the native function that it waits for
  bool paused = false;  // set by the interrupt's hook just before it yields, to let others run

 private:
  friend Task<Results> call_script(std::shared_ptr<Vm>, std::shared_ptr<Callback>,
                                   std::vector<Value>, std::shared_ptr<Origin>, Function::Tables,
                                   std::string);
  enum class Outcome { kReturned, kWaits, kPauses };

  int begin(const Callback& function, const std::vector<Value>& arguments);
  Outcome step(int argument_count);
  Results results(int count, Function::Tables tables);
  void belong_to(std::shared_ptr<Origin> whose, const std::string& starter);
  [[noreturn]] void fail();

  std::shared_ptr<Vm> vm_;
  Nursery spawned_;
  lua_State* thread_;
  int reference_;
  const std::string* name_ = nullptr;  // of the origin
  std::chrono::steady_clock::time_point
      cancelled_at_;  // noticed at the first step afterwards; the epoch: not cancelled
  int count_ = 0;     // number of values that the last step left on the thread's stack
};

// Returns the error that os.exit raises; it passes through all calls of a script, whatever they
// catch.
Error exit_error(int status);
// Returns the status if `error` is one of os.exit.
std::optional<int> exit_status(const Error& error);

// Returns a traceback from the first line of a user's file on; the whole when there is none.
std::string user_traceback(const Vm& vm, const std::string& traceback);

// Runs a script's function to its end, spawned tasks included. Throws Error when the script raises
// (exit_error for os.exit), Cancelled when the surrounding scope was cancelled. Tables among the
// results are copied, or kept for another script. `starter`: the trace_name of the call that starts
// this one as a task.
Task<Results> call_script(std::shared_ptr<Vm> vm, std::shared_ptr<Callback> function,
                          std::vector<Value> arguments, std::shared_ptr<Origin> origin,
                          Function::Tables tables = Function::Tables::kCopied,
                          std::string starter = std::string());

}  // namespace runtime

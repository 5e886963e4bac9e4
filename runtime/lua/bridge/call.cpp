#include "runtime/lua/bridge/call.hpp"

#include "runtime/core/async/condition.hpp"
#include "runtime/core/log/log.hpp"
#include "runtime/lua/bridge/vm.hpp"

namespace runtime {

namespace {

// Await chains are cancelled and destroyed recursively; a nested script call takes about five
// links.
constexpr int kDeepestCall = 1000;

// How long a call may run after it was cancelled. By then every wait raises CANCELLED at once, so
// that only shielded clean-up takes time; a call that catches everything and goes on would keep the
// processor busy forever.
constexpr std::chrono::seconds kFarewell(3);

// The lowest C functions of a call's thread. They catch errors inside the thread, so that the
// clean-up of a failed script may still wait: (function, arguments…) returns true and the results,
// or false and the error.
int finish_root(lua_State* lua, int status, lua_KContext) {
  lua_pushboolean(lua, status == LUA_OK || status == LUA_YIELD);
  lua_replace(lua, 1);
  return lua_gettop(lua);
}

constexpr std::size_t kLongestTraceback = 16384;

// Appends to the traceback of a task or coroutine that of the code which waited for it.
std::string joined(std::string inner, std::string_view outer) {
  constexpr std::string_view kHead = "stack traceback:";
  if (inner.empty()) return std::string(outer);
  if (outer.starts_with(kHead)) outer.remove_prefix(kHead.size());
  if (inner.size() + outer.size() > kLongestTraceback) return inner;
  return inner + "\n\t(...in a task or coroutine of...)" + std::string(outer);
}

int keep_traceback(lua_State* lua) {
  Call* call = vm_of(lua).current;
  if (!call || is_cancelled(lua, 1)) return 1;
  luaL_traceback(lua, lua, nullptr, 1);
  call->traceback = joined(first_traceback(lua, 1), lua_tostring(lua, -1));
  lua_settop(lua, 1);
  return 1;
}

int root(lua_State* lua) {
  lua_pushcfunction(lua, keep_traceback);
  lua_insert(lua, 1);
  return finish_root(lua, lua_pcallk(lua, lua_gettop(lua) - 2, LUA_MULTRET, 1, 0, finish_root), 0);
}

}  // namespace

Call::Call(std::shared_ptr<Vm> vm, const Context& context)
    : vm_(std::move(vm)), spawned_(context), thread_(lua_newthread(vm_->lua)) {
  reference_ = luaL_ref(vm_->lua, LUA_REGISTRYINDEX);
}

void Call::collect() { lua_gc(vm_->lua, LUA_GCCOLLECT); }

Call::~Call() {
  if (!vm_->lua) return;
  // Runs pending __close of a script that was never resumed.
  const RunningThread running(thread_);
  if (lua_resetthread(thread_) != LUA_OK) {
    lua_xmove(thread_, vm_->lua, 1);
    report_failure(*vm_, "error in __close (" + take_error(vm_->lua).error.message + ")");
  }
  luaL_unref(vm_->lua, LUA_REGISTRYINDEX, reference_);
}

int Call::begin(const Callback& function, const std::vector<Value>& arguments) {
  const auto count = static_cast<int>(arguments.size());
  luaL_checkstack(thread_, count + 8, "arguments");
  lua_pushcfunction(thread_, root);
  function.push(thread_);
  for (const Value& argument : arguments) push_value(thread_, argument);
  return count + 1;
}

bool Call::overstays(std::chrono::steady_clock::time_point now) const {
  return cancelled_at_ != std::chrono::steady_clock::time_point() &&
         now - cancelled_at_ > kFarewell;
}

// The only place that resumes Lua.
Call::Outcome Call::step(int argument_count) {
  Call* const outer = std::exchange(vm_->current, this);
  vm_->step_began = std::chrono::steady_clock::now();
  if (!std::exchange(paused, false)) vm_->computing_since = vm_->step_began;
  if (spawned_.scope().fired() && cancelled_at_ == std::chrono::steady_clock::time_point())
    cancelled_at_ = vm_->step_began;
  vm_->locator.enter(name_);
  vm_->collect_if_due();
  const bool outer_supervises = std::exchange(vm_->supervises, origin && origin->supervises);
  int status = LUA_OK;
  {
    const RunningThread running(thread_);
    status = lua_resume(thread_, vm_->lua, argument_count, &count_);
  }
  vm_->supervises = outer_supervises;
  vm_->locator.enter(outer ? outer->name_ : nullptr);
  vm_->current = outer;
  if (status == LUA_OK && lua_toboolean(thread_, -count_)) {
    if (exit_status) throw exit_error(*exit_status);
    --count_;
    return Outcome::kReturned;
  }
  if (status != LUA_YIELD) fail();
  if (paused) return Outcome::kPauses;
  if (count_ == 1 && is_pause_marker(thread_, -1)) {
    lua_pop(thread_, count_);
    paused = true;
    return Outcome::kPauses;
  }
  if (count_ == 1 && is_wait_marker(thread_, -1) && pending) {
    lua_pop(thread_, count_);
    return Outcome::kWaits;
  }
  throw Error("SCRIPT_ERROR", "coroutine.yield() called outside a coroutine",
              "Wrap the code in coroutine.wrap, or use task.spawn to run code concurrently.");
}

void Call::fail() {
  lua_xmove(thread_, vm_->lua, 1);
  Failure failure = take_error(vm_->lua);
  if (exit_status) {
    if (!runtime::exit_status(failure.error))
      report_failure(*vm_, "error after os.exit (" + failure.error.message + ")");
    throw exit_error(*exit_status);
  }
  if (failure.cancelled && (spawned_.scope().fired() || vm_->interrupted)) throw Cancelled();
  failure.error.traceback = user_traceback(*vm_, traceback);
  if (failure.error.traceback != traceback && log::enabled(log::Level::kDebug)) {
    Value fields;
    fields.set("reason", failure.error.message).set("traceback", std::move(traceback));
    log::debug("a script's failure, with the scripts of Peekaboo", fields);
  }
  throw std::move(failure.error);
}

Results Call::results(int count, Function::Tables tables) {
  const auto take = tables == Function::Tables::kKept ? to_held : to_value;
  std::vector<Value> values;
  const int base = lua_gettop(thread_) - count;
  for (int i = 1; i <= count; ++i) values.push_back(take(thread_, base + i));
  lua_settop(thread_, base);
  return Results(std::move(values));
}

void Call::belong_to(std::shared_ptr<Origin> whose, const std::string& starter) {
  origin = std::move(whose);
  if (origin) name_ = &*vm_->names.insert(origin->caller.name).first;
  if (vm_->tracer) trace_name = vm_->tracer->name(starter);
}

namespace {

// The outcome of a native function that waited.
struct Settled {
  Settled() {}
  Results results;
  std::optional<Error> error;
  bool cancelled = false;
};

Task<Settled> settle(Task<Results> pending) {
  Settled outcome;
  try {
    outcome.results = co_await std::move(pending);
  } catch (const Error& error) {
    outcome.error = error;
  } catch (const Cancelled&) {
    outcome.cancelled = true;
  } catch (const std::exception& error) {
    outcome.error = Error("INTERNAL_ERROR", error.what());
  }
  co_return outcome;
}

// Pushes the outcome as finish_waiting() expects it and returns the number of values. Creates them
// on the main thread, `lua`: creating values may trigger the collector, and a finalizer running on
// a thread that has yielded would end at its first line.
int push_settled(lua_State* lua, lua_State* thread, const Settled& outcome) {
  const int before = lua_gettop(lua);
  luaL_checkstack(lua, static_cast<int>(outcome.results.values.size()) + 8, "results");
  lua_pushboolean(lua, !outcome.error && !outcome.cancelled);
  if (outcome.error)
    push_error(lua, *outcome.error);
  else if (outcome.cancelled)
    push_cancelled(lua);
  else
    for (const Value& value : outcome.results.values) push_value(lua, value);
  const int count = lua_gettop(lua) - before;
  luaL_checkstack(thread, count, "results");
  lua_xmove(lua, thread, count);
  return count;
}

// Waits for the spawned tasks and returns the error that made one of them fail.
Task<std::exception_ptr> drain(Nursery* spawned) {
  try {
    co_await spawned->join();
  } catch (const Cancelled&) {
  } catch (const std::exception&) {
    co_return std::current_exception();
  }
  co_return std::exception_ptr();
}

bool is_exit(const std::exception_ptr& failure) {
  if (!failure) return false;
  try {
    std::rethrow_exception(failure);
  } catch (const Error& error) {
    return exit_status(error).has_value();
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

Task<Results> call_script(std::shared_ptr<Vm> vm, std::shared_ptr<Callback> function,
                          std::vector<Value> arguments, std::shared_ptr<Origin> origin,
                          Function::Tables tables, std::string starter) {
  const Context context = co_await current_context();
  if (context.cancel->fired()) throw Cancelled();
  if (context.depth > kDeepestCall)
    throw Error("SCRIPT_ERROR", "tasks nested too deeply",
                "End the recursion of the function that starts itself as a task.");
  Call call(vm, context);
  call.belong_to(std::move(origin), starter);
  std::exception_ptr failure;
  bool cancelled = false;
  Results results;
  try {
    int count = call.begin(*function, arguments);
    for (;;) {
      const Call::Outcome outcome_of_step = call.step(count);
      if (outcome_of_step == Call::Outcome::kReturned) break;
      if (outcome_of_step == Call::Outcome::kPauses) {
        co_await yield_uncancelled();
        count = 0;
        continue;
      }
      Task<Results> pending = std::move(call.pending);
      Task<Settled> settling = settle(std::move(pending));
      const Settled outcome = co_await std::move(settling).under(call.spawned().scope());
      // Not every native function really waits: a script that calls one in a loop must let others
      // run, and must not grow the stack in builds without tail calls.
      co_await yield_uncancelled();
      if (outcome.error && exit_status(*outcome.error))
        call.exit_status = exit_status(*outcome.error);
      count = push_settled(vm->lua, call.thread_, outcome);
    }
    results = call.results(call.count_, tables);
  } catch (const Cancelled&) {
    cancelled = true;
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  if (failure || cancelled) call.spawned().cancel();
  std::exception_ptr spawned_failure;
  if (!call.spawned().idle()) spawned_failure = co_await drain(&call.spawned());
  if (failure && !is_exit(spawned_failure)) std::rethrow_exception(failure);
  if (spawned_failure) std::rethrow_exception(spawned_failure);
  if (cancelled || context.cancel->fired()) throw Cancelled();
  co_return results;
}

}  // namespace runtime

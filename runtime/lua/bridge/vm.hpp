#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <lua5.4/lua.hpp>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "runtime/core/value/error.hpp"
#include "runtime/lua/bridge/bindings.hpp"
#include "runtime/lua/bridge/failure_reporter.hpp"
#include "runtime/lua/bridge/script_alarm.hpp"
#include "runtime/lua/bridge/script_locator.hpp"
#include "runtime/lua/bridge/trace.hpp"

// For runtime/lua only: the Lua virtual machine and the state that its C functions need.
namespace runtime {

class Call;

// Owned by State and shared by callbacks and calls; one that outlives the State finds `lua` null.
struct Vm : std::enable_shared_from_this<Vm> {
  ~Vm() { close(); }
  // Closes the Lua state, if any.
  void close();
  // Starts the collector once there may be something to collect. Cheap; call it often.
  void collect_if_due();
  // Tells the collector of what a script was given that it does not see: `bytes` outside Lua.
  void add_outside(std::size_t bytes);

  lua_State* lua = nullptr;
  Call* current = nullptr;  // the call inside lua_resume, if any
  std::size_t memory = 0;
  std::size_t memory_limit = 0;
  // whether the running code may use the reserve beyond the limit: the host, or a supervising call
  bool supervises = true;
  std::size_t outside = 0;  // bytes that were added before the collector was started
  bool collects = false;    // it was started
  std::atomic<bool> interrupted = false;
  std::function<bool()> abandoned;
  std::chrono::steady_clock::time_point step_began;       // when Lua was last resumed
  std::chrono::steady_clock::time_point computing_since;  // when it was last resumed after a wait
  std::unique_ptr<ScriptAlarm> alarm;
  ScriptLocator locator;
  std::set<std::string> names;        // of calls, for the locator
  std::set<std::string> own_scripts;  // names of the program's own scripts that were loaded
  // the prelude passes a coroutine's pause on to the call it belongs to
  bool passes_pauses = false;
  lua_State* paused_coroutine = nullptr;  // just made to yield by the interrupt's hook
  bool closing = false;                   // finalizers are running; no new one can be added
  std::function<void(std::string_view)> print;
  std::unique_ptr<FailureReporter> failures;  // null: there is no user to inform
  std::size_t reported = 0;                   // failures that reached no caller
  std::string warning;                        // of Lua, as received so far
  std::unique_ptr<Tracer> tracer;             // null: tracing is off
  std::vector<Module> modules;
};

Vm& vm_of(lua_State* lua);

// A script's function, or any other Lua value, held by native code.
class Callback {
 public:
  Callback(std::shared_ptr<Vm> vm, int reference) : vm_(std::move(vm)), reference_(reference) {}
  ~Callback();
  void push(lua_State* lua) const { lua_rawgeti(lua, LUA_REGISTRYINDEX, reference_); }

 private:
  std::shared_ptr<Vm> vm_;
  int reference_;
};

// Pushes the value that a waiting native function yields; known only to the host and the prelude.
void push_wait_marker(lua_State* lua);
bool is_wait_marker(lua_State* lua, int index);
// The same for a coroutine that has computed for long and must let others run.
void push_pause_marker(lua_State* lua);
bool is_pause_marker(lua_State* lua, int index);

// Conversions (convert.cpp). Both bound the depth at json::kMaxDepth and throw Error
// "INVALID_ARGUMENT" with the path.
void push_value(lua_State* lua, const Value& value);
Value to_value(lua_State* lua, int index);
// Copies plain values; holds everything else by reference.
Value to_held(lua_State* lua, int index);
std::span<const Function> json_functions();
void register_conversions(
    lua_State* lua);  // metatables of arrays and blobs, the functions of module json

// Objects (objects.cpp).
void push_object(lua_State* lua, const std::shared_ptr<Object>& object);
std::shared_ptr<Object>* test_object(lua_State* lua, int index);
void register_blobs(lua_State* lua);
void push_blob(lua_State* lua, const BlobRef& blob);
BlobRef* test_blob(lua_State* lua, int index);
std::span<const Function> blob_methods();

// Records (record_kinds.cpp): gives the record on top the metatable of its kind.
void set_record_kind(lua_State* lua, const std::string& kind);
// Raises when objects of that kind have no such field. For an __index (object, key) that has found
// nothing.
void refuse_unknown_field(lua_State* lua, const char* kind);

// Wrong arguments (wrong_arguments.cpp). Completes the error on top with the findings of `peekaboo
// check` about the arguments, which are the lowest `count` values, if there are any.
void explain(lua_State* lua, const Function& function, int count);

// Functions (functions.cpp).
void push_function(lua_State* lua, const Function& function, const std::shared_ptr<void>& self);
void push_module(lua_State* lua, const Module& module);
// Pushes the module as scripts see it: a missing member raises, suggesting the most similar name.
void push_whole_module(lua_State* lua, const Module& module);

// Errors (lua_error.cpp).
void push_error(lua_State* lua, const Error& error);
void push_cancelled(lua_State* lua);
bool is_cancelled(lua_State* lua, int index);
// Remembers where the error table at `index` was first raised, in another call or coroutine, as
// long as the table lives.
void remember_traceback(lua_State* lua, int index, const std::string& traceback);
// Returns the remembered traceback, or "".
std::string first_traceback(lua_State* lua, int index);
// remember_traceback(error, text) for the prelude.
int remember_from_script(lua_State* lua);
// An error value as C++ sees it.
struct Failure {
  Error error;
  bool cancelled = false;
};
// Pops and reads any error value; metamethods that fail meanwhile do no harm.
Failure take_error(lua_State* lua);

// Exit (exit.cpp): installs os.exit, and the pcall and xpcall that let it pass.
void install_exit(lua_State* lua);
std::span<const Function> os_functions();  // exit
// is_exit(err) for the prelude: whether os.exit raised it.
int tell_exit(lua_State* lua);

// Warnings (warnings.cpp): sends Lua's warnings to the log and to the user.
void install_warnings(lua_State* lua);
// Reports a failure that reaches no caller.
void report_failure(Vm& vm, const std::string& text);

// Interrupts (interrupt.cpp): ends a script that computes without waiting, once the Vm requests it.
void install_interrupt(lua_State* lua);
// coroutine.resume and coroutine.close, with the original as upvalue, so that interrupts find the
// coroutine that runs.
int run_coroutine(lua_State* lua);
// Raises when the running script must end. Call it from a C function that takes long.
void look_for_interrupt(lua_State* lua);
// paused(thread) for the prelude: whether the hook made this coroutine yield, so that the pause has
// to be passed on to the host.
int take_pause(lua_State* lua);

}  // namespace runtime

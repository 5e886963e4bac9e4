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
#include "runtime/lua/bridge/script_locator.hpp"
#include "runtime/lua/bridge/trace.hpp"

// Inside of runtime/lua only: the Lua virtual machine and what its C functions need to find.
namespace runtime {

class Call;

// Owned by State; callbacks and calls share it, so that one that outlives the State finds `lua`
// null.
struct Vm : std::enable_shared_from_this<Vm> {
  ~Vm() { close(); }
  // Ends the Lua state, when there is one.
  void close();

  lua_State* lua = nullptr;
  Call* current = nullptr;  // the call inside lua_resume, if any
  std::size_t memory = 0;
  std::size_t memory_limit = 0;
  bool supervises = true;  // what runs may use the reserve beyond the limit: the host, or a call
                           // that looks after others
  std::atomic<bool> interrupted = false;
  std::function<bool()> abandoned;
  unsigned hooks = 0;                                     // how often the interrupt's hook ran
  std::chrono::steady_clock::time_point step_began;       // when Lua was last resumed
  std::chrono::steady_clock::time_point computing_since;  // when it was last resumed after a wait
  ScriptLocator locator;
  std::set<std::string> names;        // of calls, for the locator
  std::set<std::string> own_scripts;  // the names of those of ours that were read
  bool passes_pauses = false;  // the prelude takes a coroutine's pause to the call it belongs to
  lua_State* paused_coroutine = nullptr;  // that the interrupt's hook has just made yield
  bool closing = false;                   // finalizers run; nothing new can be finalized any more
  std::function<void(std::string_view)> print;
  std::unique_ptr<FailureReporter> failures;  // null: there is no user to tell
  std::size_t reported = 0;                   // failures that no caller was told of
  std::string warning;                        // of Lua, as far as it has come
  std::unique_ptr<Tracer> tracer;             // null: nobody wants to see the native calls
  std::vector<Module> modules;
};

Vm& vm_of(lua_State* lua);

// A script's function, or any other of its values, held by native code.
class Callback {
 public:
  Callback(std::shared_ptr<Vm> vm, int reference) : vm_(std::move(vm)), reference_(reference) {}
  ~Callback();
  void push(lua_State* lua) const { lua_rawgeti(lua, LUA_REGISTRYINDEX, reference_); }

 private:
  std::shared_ptr<Vm> vm_;
  int reference_;
};

// The value that a waiting native yields; known to the host and the prelude only.
void push_wait_marker(lua_State* lua);
bool is_wait_marker(lua_State* lua, int index);
// The same for a coroutine that has computed for long: others run first.
void push_pause_marker(lua_State* lua);
bool is_pause_marker(lua_State* lua, int index);

// Conversions (convert.cpp). Both bound the depth at json::kMaxDepth and throw Error
// "INVALID_ARGUMENT" with the path.
void push_value(lua_State* lua, const Value& value);
Value to_value(lua_State* lua, int index);
// Plain values are copied, everything else is held as it is.
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

// Records (record_kinds.cpp): gives the one on top the metatable of its kind.
void set_record_kind(lua_State* lua, const std::string& kind);
// For an __index (object, key) that has found nothing: raises when objects of that kind have no
// such field.
void refuse_unknown_field(lua_State* lua, const char* kind);

// Wrong arguments (wrong_arguments.cpp). The error on top says of the arguments, which are the
// lowest lowest `count` values, what `peekaboo check` would say, if that finds anything wrong with
// them.
void explain(lua_State* lua, const Function& function, int count);

// Functions (functions.cpp).
void push_function(lua_State* lua, const Function& function, const std::shared_ptr<void>& self);
void push_module(lua_State* lua, const Module& module);
// The same as scripts get it: a member that is not there raises, with the nearest name.
void push_whole_module(lua_State* lua, const Module& module);

// Errors (lua_error.cpp).
void push_error(lua_State* lua, const Error& error);
void push_cancelled(lua_State* lua);
bool is_cancelled(lua_State* lua, int index);
// Remembers where the error table at `index` was first raised, in another call or coroutine, for as
// long as it lives.
void remember_traceback(lua_State* lua, int index, const std::string& traceback);
// What was remembered of it, "" when nothing was.
std::string first_traceback(lua_State* lua, int index);
// remember_traceback(error, text) for the prelude.
int remember_from_script(lua_State* lua);
// An error value as C++ sees it.
struct Failure {
  Error error;
  bool cancelled = false;
};
// Pops any error value and reads it; metamethods that fail on the way cannot do harm.
Failure take_error(lua_State* lua);

// Ends of scripts (exit.cpp): os.exit, and pcall and xpcall, which let it pass.
void install_exit(lua_State* lua);
std::span<const Function> os_functions();  // exit
// is_exit(err) for the prelude: whether it is what os.exit raises.
int tell_exit(lua_State* lua);

// Warnings (warnings.cpp): those of Lua go to the log, and to the user.
void install_warnings(lua_State* lua);
// A failure that nobody can be told of otherwise.
void report_failure(Vm& vm, const std::string& text);

// Interrupts (interrupt.cpp): ends a script that computes without waiting, once the Vm says so.
void install_interrupt(lua_State* lua);
// The same for a C function that has taken long: raises when what runs has to end.
void look_for_interrupt(lua_State* lua);
// paused(thread) for the prelude: whether the hook made this coroutine yield, which it then owes to
// the host.
int take_pause(lua_State* lua);

}  // namespace runtime

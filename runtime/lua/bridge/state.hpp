#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/core/async/task.hpp"
#include "runtime/lua/bridge/bindings.hpp"

namespace runtime {

struct Vm;
struct Origin;
struct Caller;

// A script's text and origin ("scripts/tools/core/image.lua"), for tracebacks. Bytecode is only for
// scripts that are part of the program, because Lua does not verify it.
struct Script {
  enum class Form { kText, kBytecode };
  std::string name;
  std::string text;
  Form form = Form::kText;
  bool users = false;  // a user's file: the script "strict" checks its globals
};

// Finds a module's script by name ("tools.image"); returns nothing when it does not exist. Throws
// Error when the script cannot be read.
using ScriptFinder = std::function<std::optional<Script>(const std::string& module)>;

// One Lua state for trusted scripts: the program's and the user's own. Driven by one loop thread.
// Has no io, os.execute, C modules or bytecode: everything that could block goes through native
// modules.
class State {
 public:
  struct Settings {
    ScriptFinder find_script;
    // Resolves `require` in a user's file: public modules and, marked `users`, the files beside it.
    // May be empty.
    ScriptFinder find_for_users;
    std::function<void(std::string_view)> print;  // one line, without the newline
    // Called from time to time while a script computes without waiting: returns whether its result
    // is no longer wanted. May be empty.
    std::function<bool()> abandoned;
    std::size_t memory_limit =
        512u << 20;  // bytes; 16 MiB more for the host and for supervisors, see Origin
  };

  explicit State(Settings settings);
  // All calls must have ended.
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // Adds a module for `require(module.name)`, built at its first use. The functions must live as
  // long as the program.
  void add_module(Module module);
  // The same for a module created by `open` at its first use; `require` raises any exception of
  // `open`.
  void add_module(const std::string& name, std::function<Module()> open);
  // Returns all modules with their documentation; those created by `open` only once created.
  const std::vector<Module>& modules() const;

  // Runs `require(module)` and returns the function `name` of the result.
  Task<std::shared_ptr<Callback>> function(std::string module, std::string name);
  // Calls a function; see call_script().
  Task<Results> call(std::shared_ptr<Callback> function, std::vector<Value> arguments,
                     std::shared_ptr<Origin> origin = nullptr);
  // Compiles a user's file as a function with its own environment, initially `globals` (nil or a
  // record). Throws Error "SCRIPT_ERROR" with the line.
  std::shared_ptr<Callback> load(const Script& script, const Value& globals = Value());

  // Ends scripts that compute without waiting. Callable from a signal handler or another thread.
  void interrupt() noexcept;
  // Lets scripts compute again after an interrupt.
  void go_on() noexcept;
  // Returns the line of the script that blocks the loop ("auto.lua:3"), or an approximation. Called
  // by the loop's monitor thread.
  std::string where();
  // Makes the script that blocks the loop fail with SCRIPT_ERROR, which it cannot catch the second
  // time. A computation in C (a pattern, say) still runs to its end. Called by the loop's monitor
  // thread.
  void end_what_runs() noexcept;
  // Returns the caller of the script call that computes now, for natives and print. May be null.
  const Caller* caller() const;
  // Returns whether a script is executing rather than waiting. May be called in a signal handler on
  // the loop's thread.
  bool computing() const noexcept;
  // Sets the output of print from now on.
  void set_print(std::function<void(std::string_view)> print);
  // Sets the output, in whole lines, for failures that reach no caller (failure_reporter.hpp);
  // null: none.
  void set_failure_output(std::function<void(std::string_view)> write);
  // Returns the number of failures that reached no caller, such as those of triggers.
  std::size_t reported() const;
  // Traces every native call to `write` from now on, one line each (trace.hpp); null: stops
  // tracing.
  void set_trace(std::function<void(std::string_view)> write);
  std::size_t memory() const;  // bytes in use
  // Gives scripts a further MiB when they have used up their limit: the next input of the user may
  // free memory.
  void make_room();

 private:
  std::shared_ptr<Vm> vm_;
  const std::size_t memory_limit_;
};

}  // namespace runtime

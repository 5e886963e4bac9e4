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

// A script's text and where it came from ("scripts/tools/core/image.lua"), for tracebacks. Bytecode
// is for scripts that are part of the program alone: Lua does not check it.
struct Script {
  enum class Form { kText, kBytecode };
  std::string name;
  std::string text;
  Form form = Form::kText;
  bool users = false;  // not ours: its globals are watched over by the script "strict"
};

// Finds a module's script by its name ("tools.image"); nothing when there is none. Throws Error
// when there is one that cannot be read.
using ScriptFinder = std::function<std::optional<Script>(const std::string& module)>;

// One Lua state for scripts that are trusted: ours and the user's own. Driven by one loop thread.
// Without io, os.execute, C modules and bytecode: whatever could block goes through the native
// modules.
class State {
 public:
  struct Settings {
    ScriptFinder find_script;
    // What `require` finds in a user's file: public modules and, marked `users`, the files beside
    // it. May be empty.
    ScriptFinder find_for_users;
    std::function<void(std::string_view)> print;  // one line, without the newline
    // Asked now and then while a script computes without waiting: whether nobody wants its result
    // any more. May be empty.
    std::function<bool()> abandoned;
    std::size_t memory_limit =
        512u << 20;  // bytes; 16 MiB more for the host and for supervisors, see Origin
  };

  explicit State(Settings settings);
  // All calls must have ended.
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // What `require(module.name)` gives; built when it is first asked for. The functions must live as
  // long as the program.
  void add_module(Module module);
  // The same for a module that is made by `open` when it is first asked for; what `open` throws is
  // what `require` raises.
  void add_module(const std::string& name, std::function<Module()> open);
  // All modules with their documentation; those made later once they are made.
  const std::vector<Module>& modules() const;

  // Runs `require(module)` and gives the function `name` of what it returns.
  Task<std::shared_ptr<Callback>> function(std::string module, std::string name);
  // Calls a function; see call_script().
  Task<Results> call(std::shared_ptr<Callback> function, std::vector<Value> arguments,
                     std::shared_ptr<Origin> origin = nullptr);
  // Compiles a user's file as a function with its own environment, which begins with `globals` (nil
  // or a record). Throws Error "SCRIPT_ERROR" with the line.
  std::shared_ptr<Callback> load(const Script& script, const Value& globals = Value());

  // Ends scripts that compute without waiting, from a signal handler or another thread.
  void interrupt() noexcept;
  // Lets scripts compute again after an interrupt.
  void go_on() noexcept;
  // For a thread that watches the loop: where the script is that holds it ("auto.lua:3"), as near
  // as can be told.
  std::string where();
  // The same thread's: what holds the loop is to fail with SCRIPT_ERROR; told again, it can no
  // longer catch that. What computes in C (a pattern, say) goes on to its end.
  void end_what_runs() noexcept;
  // Whose call computes at this moment; for natives and print. May be null.
  const Caller* caller() const;
  // Whether a script computes at this moment; for a signal handler on the loop's thread.
  bool computing() const noexcept;
  // What print does from now on.
  void set_print(std::function<void(std::string_view)> print);
  // Who is shown, in whole lines, the failures that no caller is told of (failure_reporter.hpp);
  // null: nobody.
  void set_failure_output(std::function<void(std::string_view)> write);
  // How many failures no caller was told of, such as those of triggers.
  std::size_t reported() const;
  // From now on every native call is told to `write`, a line each (trace.hpp); null: no more.
  void set_trace(std::function<void(std::string_view)> write);
  std::size_t memory() const;  // bytes in use
  // Lets scripts use a MiB more than they hold, where they hold all that they may: what a user
  // types next can give memory back.
  void make_room();

 private:
  std::shared_ptr<Vm> vm_;
  const std::size_t memory_limit_;
};

}  // namespace runtime

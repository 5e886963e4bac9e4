#pragma once

#include <functional>
#include <string>

#include "runtime/app/cli/console.hpp"
#include "runtime/app/host/program.hpp"
#include "runtime/core/async/nursery.hpp"
#include "runtime/core/async/timer.hpp"

namespace runtime {

// What runs behind a prompt: every line is a script call with a scope of its own, and what it has
// spawned runs on behind the next ones. scripts/repl/init.lua says what a line means. Must outlive
// its tasks: close() before it dies.
class ReplSession {
 public:
  // `failed_later` is told the text of a spawned task's failure, as whole lines.
  ReplSession(Program& program, const Context& context,
              std::function<void(const std::string&)> failed_later);

  // `options`: see start() in scripts/repl/init.lua. Gives the greeting.
  Task<std::string> open(Value options);
  // Whether a text needs more lines before it means anything.
  Task<bool> incomplete(std::string text);
  // Runs a text and gives what it has come to, valid until the next. `columns`: the terminal's
  // width, 0 for none.
  Task<const Evaluation*> evaluate(std::string text, int columns);
  Task<Value> complete(std::string line);
  // Ends the line that runs; one that does not mind is ended half a second later, together with
  // whatever else computes then.
  void cancel_line();

  // Waits for the tasks that lines have spawned.
  Task<void> finish();
  // Cancels them, waits, and closes the session's locals. Gives what failed, as whole lines.
  Task<std::string> close();

 private:
  Task<void> run_line(std::int64_t number, std::string text, int columns);
  Task<Results> call(std::string name, std::vector<Value> arguments);
  Task<Results> keep(std::string name, std::vector<Value> arguments);
  Task<std::string> failure_text(Error error);
  Task<std::string> close_locals();

  Program& program_;
  Nursery lines_;
  std::function<void(const std::string&)> failed_later_;
  Evaluation evaluation_;
  Cancel* running_ = nullptr;  // the scope of the line that the prompt waits for
  Alarm force_;
};

}  // namespace runtime

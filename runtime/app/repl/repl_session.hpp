#pragma once

#include <functional>
#include <string>

#include "runtime/app/cli/console.hpp"
#include "runtime/app/host/program.hpp"
#include "runtime/core/async/nursery.hpp"
#include "runtime/core/async/timer.hpp"

namespace runtime {

// The session of a prompt: every line is a script call with its own scope, and tasks that it spawns
// run on while later lines execute. scripts/repl/init.lua defines the meaning of a line. Must
// outlive its tasks: call close() before destroying it.
class ReplSession {
 public:
  // `failed_later` receives the text of a spawned task's failure, as whole lines.
  ReplSession(Program& program, const Context& context,
              std::function<void(const std::string&)> failed_later);

  // `options`: see start() in scripts/repl/init.lua. Returns the greeting.
  Task<std::string> open(Value options);
  // Returns whether a text is incomplete and needs more lines.
  Task<bool> incomplete(std::string text);
  // Runs a text and returns the result, valid until the next call. `columns`: the terminal's width,
  // 0 for none.
  Task<const Evaluation*> evaluate(std::string text, int columns);
  Task<Value> complete(std::string line);
  // Cancels the running line. If it goes on computing, ends it half a second later, together with
  // everything else that computes then.
  void cancel_line();
  // Returns whether the line that the prompt waits for still runs.
  bool is_running() const { return running_ != nullptr; }

  // Waits for the tasks that lines have spawned.
  Task<void> finish();
  // Cancels the tasks, waits, and closes the session's locals. Returns the failures as whole lines.
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

#include "runtime/app/repl/repl_session.hpp"

#include <optional>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/value/error.hpp"
#include "runtime/lua/bridge/call.hpp"

namespace runtime {

namespace {

constexpr double kForceAfter = 0.5;    // seconds
constexpr double kLongestClosing = 3;  // seconds

std::string text_of(const Results& results) {
  const std::string* text = results.values.empty() ? nullptr : results.values[0].string();
  return text ? *text : std::string();
}

Value facts_of(const Error& error) {
  Value facts;
  facts.set("code", error.code).set("message", error.message).set("hint", error.hint);
  facts.set("details", error.details).set("traceback", error.traceback);
  return facts;
}

}  // namespace

ReplSession::ReplSession(Program& program, const Context& context,
                         std::function<void(const std::string&)> failed_later)
    : program_(program), lines_(context), failed_later_(std::move(failed_later)) {
  program_.state().add_module(console_module(evaluation_));
}

Task<Results> ReplSession::call(std::string name, std::vector<Value> arguments) {
  program_.state().make_room();
  const auto function = co_await program_.state().function("repl", name);
  const auto origin = std::make_shared<Origin>(Caller::Kind::kScript, "prompt");
  Results results = co_await program_.state().call(function, std::move(arguments), origin);
  co_return results;
}

// Runs one of the program's scripts as a supervisor, which works even when the user's lines have
// used up their memory.
Task<Results> ReplSession::keep(std::string name, std::vector<Value> arguments) {
  const auto function = co_await program_.state().function("repl", name);
  const auto origin = std::make_shared<Origin>(Caller::Kind::kScript, "prompt");
  origin->supervises = true;
  Results results = co_await program_.state().call(function, std::move(arguments), origin);
  co_return results;
}

Task<std::string> ReplSession::open(Value options) {
  std::vector<Value> arguments;
  arguments.push_back(std::move(options));
  const Results results = co_await keep("start", std::move(arguments));
  co_return text_of(results);
}

Task<bool> ReplSession::incomplete(std::string text) {
  std::vector<Value> arguments;
  arguments.emplace_back(std::move(text));
  const Results results = co_await keep("incomplete", std::move(arguments));
  const bool* answer = results.values.empty() ? nullptr : results.values[0].as<bool>();
  co_return answer && *answer;
}

Task<Value> ReplSession::complete(std::string line) {
  std::vector<Value> arguments;
  arguments.emplace_back(std::move(line));
  const Results results = co_await keep("complete", std::move(arguments));
  co_return results.values.empty() ? Value() : results.values[0];
}

// Describes a failure. Never fails, because the prompt must go on: falls back to the message alone.
Task<std::string> ReplSession::failure_text(Error error) {
  try {
    std::vector<Value> arguments;
    arguments.push_back(facts_of(error));
    const Results results = co_await keep("failure", std::move(arguments));
    co_return text_of(results);
  } catch (const Error&) {
    co_return "Error: " + error.message + "\n";
  }
}

Task<const Evaluation*> ReplSession::evaluate(std::string text, int columns) {
  const std::int64_t number = evaluation_.line + 1;
  evaluation_.line = number;
  evaluation_.known = evaluation_.failed = false;
  evaluation_.code.clear();
  lines_.start(run_line(number, std::move(text), columns));
  while (!evaluation_.known) co_await evaluation_.changed.wait();
  running_ = nullptr;
  force_.clear();
  program_.state().go_on();
  co_return &evaluation_;
}

Task<void> ReplSession::run_line(std::int64_t number, std::string text, int columns) {
  const Context context = co_await current_context();
  Cancel scope(context.cancel);
  running_ = &scope;
  std::optional<Error> failure;
  try {
    std::vector<Value> arguments;
    arguments.emplace_back(number);
    arguments.emplace_back(std::move(text));
    arguments.emplace_back(columns);
    Task<Results> running = call("evaluate", std::move(arguments));
    co_await std::move(running).under(scope);
  } catch (const Error& error) {
    failure = error;
  } catch (const Cancelled&) {
  }
  if (running_ == &scope) running_ = nullptr;
  program_.state().go_on();
  const bool waited_for = number == evaluation_.line && !evaluation_.known;
  std::string problem;
  if (failure) {
    Task<std::string> telling = failure_text(*failure);
    problem = co_await std::move(telling);
  }
  if (!waited_for) {
    if (failure) failed_later_(problem);
    co_return;
  }
  evaluation_.failed = true;
  if (failure) evaluation_.code = failure->code;
  evaluation_.tell(failure ? problem : "\ninterrupted\n");
}

void ReplSession::cancel_line() {
  if (!running_) return program_.state().go_on();
  force_.set(program_.loop(), kForceAfter, [this] {
    if (running_) program_.state().interrupt();
  });
  running_->fire();
}

Task<void> ReplSession::finish() { co_await lines_.join(); }

Task<std::string> ReplSession::close() {
  lines_.cancel();
  try {
    co_await lines_.join();
  } catch (const Cancelled&) {
  }
  program_.state().go_on();
  Task<std::string> closing = close_locals();
  std::string failures = co_await shield(kLongestClosing, std::move(closing));
  co_return failures;
}

Task<std::string> ReplSession::close_locals() {
  try {
    std::vector<Value> none;
    const Results results = co_await keep("finish", std::move(none));
    co_return text_of(results);
  } catch (const Error& error) {
    co_return "Error: " + error.message + "\n";
  } catch (const Cancelled&) {
    co_return std::string("closing the locals took too long\n");
  }
}

}  // namespace runtime

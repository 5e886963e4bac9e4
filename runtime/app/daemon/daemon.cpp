#include "runtime/app/daemon/daemon.hpp"

#include "runtime/app/cli/commands.hpp"
#include "runtime/app/daemon/control_module.hpp"
#include "runtime/core/log/log.hpp"
#include "runtime/lua/bridge/call.hpp"

namespace runtime {

namespace {

// Runs one of the program's scripts that supervises the user's scripts.
Task<void> keep(Program* program, std::string module, std::vector<Value> arguments) {
  const auto function = co_await program->state().function(module, "run");
  const auto origin = std::make_shared<Origin>(Caller::Kind::kDaemon, module);
  origin->supervises = true;
  co_await program->state().call(function, std::move(arguments), origin);
}

// Logs the output of an automation under its name.
void print_to_log(State* state, std::string_view line) {
  const Caller* caller = state->caller();
  Value fields;
  if (caller) fields.set("script", caller->name);
  log::info(line, fields);
}

}  // namespace

Task<int> daemon_command(Program* program, CommandLine line) {
  State& state = program->state();
  state.add_module(control_module(program->loop()));
  if (!line.options["what"].is_nil()) {
    const int status = co_await script_command(program, line);
    co_return status;
  }
  state.set_print([&state](std::string_view text) { print_to_log(&state, text); });
  std::vector<Value> none;
  co_await keep(program, "automation.daemon", std::move(none));
  co_return 0;
}

Task<int> watch_command(Program* program, CommandLine line) {
  Value words = Value::List();
  for (std::size_t i = 1; i < line.arguments.size(); ++i) words.push(line.arguments[i]);
  std::vector<Value> arguments;
  arguments.emplace_back(line.arguments[0]);
  arguments.push_back(std::move(words));
  try {
    co_await keep(program, "automation.run_watch", std::move(arguments));
  } catch (const Cancelled&) {
    tell_failures(*program);
    throw;
  }
  co_return 0;
}

}  // namespace runtime

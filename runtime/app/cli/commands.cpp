#include "runtime/app/cli/commands.hpp"

#include <cstdio>

#include "runtime/app/host/script_source.hpp"
#include "runtime/app/repl/terminal.hpp"
#include "runtime/core/async/condition.hpp"
#include "runtime/core/async/nursery.hpp"
#include "runtime/core/value/error_text.hpp"
#include "runtime/core/value/json.hpp"
#include "runtime/lua/bridge/call.hpp"

namespace runtime {

namespace {

void print_text(std::FILE* to, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), to);
  std::fflush(to);
}

std::shared_ptr<Origin> origin_of(Caller::Kind kind, const std::string& name) {
  return std::make_shared<Origin>(kind, name);
}

}  // namespace

void print_failure(const Error& error, bool json_output) {
  if (!json_output) {
    return write_plain(stderr, "Error: " + error_text(error) + "\n");
  }
  Value failure = error_record(error);
  if (error.details.record()) failure.set("context", error.details);
  Value document;
  document.set("success", false).set("error", std::move(failure)).set("debug_logs", Value::List());
  print_text(stdout, json::dump(document) + "\n");
}

Task<int> status_of(Program* program, std::string code) {
  const auto function = co_await program->state().function("errors", "status");
  Value error;
  error.set("code", std::move(code));
  std::vector<Value> arguments;
  arguments.push_back(std::move(error));
  const Results results = co_await program->state().call(function, std::move(arguments));
  const auto* status = results.values.empty() ? nullptr : results.values[0].as<std::int64_t>();
  co_return status ? static_cast<int>(*status) : 1;
}

Task<int> script_command(Program* program, CommandLine line) {
  line.options.set("json_output", line.json_output);
  const int columns = terminal_columns();
  line.options.set("colour", wants_colour()).set("columns", columns > 0 ? Value(columns) : Value());
  const Context context = co_await current_context();
  Nursery beside(context);
  // Connects to the display server, and to what captures need, while the scripts are read.
  if (line.desktop) beside.start(program->host().connect_early());
  if (line.captures) beside.start(program->host().prepare_capture(Caller::Kind::kCommandLine));
  if (line.desktop || line.captures) co_await yield_uncancelled();
  const auto function = co_await program->state().function("boot.commands", line.command);
  std::vector<Value> arguments;
  arguments.push_back(line.options);
  const auto origin = origin_of(Caller::Kind::kCommandLine, line.command);
  const Results results = co_await program->state().call(function, std::move(arguments), origin);
  const Value answer = results.values.empty() ? Value() : results.values[0];
  const auto* status = answer["status"].as<std::int64_t>();
  const std::string* output = answer["output"].string();
  const std::string* error_output = answer["error_output"].string();
  if (!status || !output) throw Error("INTERNAL_ERROR", "no answer from scripts/boot/commands.lua");
  if (line.json_output)
    print_text(stdout, *output);
  else
    write_plain(stdout, *output, wants_colour());
  if (error_output) write_plain(stderr, *error_output);
  co_return static_cast<int>(*status);
}

Task<int> call_command(Program* program, CommandLine line) {
  const Context context = co_await current_context();
  const mcp::Catalog* catalog = co_await program->catalog();
  Value arguments = json::parse(line.arguments[1]);
  if (!arguments.record())
    throw Error("INVALID_ARGUMENT", "arguments of a tool must be a JSON object");
  const mcp::ClientInfo self{"peekaboo", kVersion, Value()};
  const Caller caller{Caller::Kind::kCommandLine, line.arguments[0], "", 0};
  mcp::CallContext call(caller, std::make_shared<const mcp::ClientInfo>(self), *context.cancel);
  const std::string tool = line.arguments[0];
  const Value result = co_await catalog->tools.call(tool, std::move(arguments), call);
  print_text(stdout, json::dump(result, 2) + "\n");
  const bool* failed = result["isError"].as<bool>();
  if (!failed || !*failed) co_return 0;
  const std::string* code = result["_meta"]["backend_error_code"].string();
  const std::string known = code ? *code : "UNKNOWN_ERROR";
  const int status = co_await status_of(program, known);
  co_return status;
}

void report_script_failure(const Error& error, bool json_output) {
  std::string message = error.message;
  if (error.code != "SCRIPT_ERROR")
    message += (message.empty() ? "" : " ") + ("(" + error.code + ")");
  if (json_output) {
    Value details;
    if (!error.traceback.empty()) details.set("traceback", error.traceback);
    throw Error("SCRIPT_ERROR", message, error.hint, std::move(details));
  }
  std::string text = "Error: " + error_text(Error(error.code, message, error.hint)) + "\n";
  if (!error.traceback.empty()) text += error.traceback + "\n";
  write_plain(stderr, text);
  throw Error("SCRIPT_ERROR", "");
}

namespace {

std::string count_of_failures(Program& program) {
  const std::size_t count = program.state().reported();
  return "triggers failed " + (count == 1 ? "once" : std::to_string(count) + " times");
}

constexpr std::size_t kLargestInput = 16u << 20;

// Reads all of standard input, synchronously because nothing else reads it.
std::string standard_input() {
  std::string text;
  char block[4096];
  while (const std::size_t count = std::fread(block, 1, sizeof block, stdin)) {
    text.append(block, count);
    if (text.size() > kLargestInput)
      throw Error("INVALID_ARGUMENT", "script on standard input has more than 16 MiB");
  }
  return text;
}

// Returns the script that `run` executes: a file, standard input, or the word itself.
Script script_of(const CommandLine& line) {
  const std::string& word = line.arguments[0];
  if (!line.options["text"].is_nil()) return script_of_text("-e", word);
  if (word == "-") return script_of_text("stdin", standard_input());
  return user_script(word);
}

}  // namespace

void tell_failures(Program& program) {
  if (program.state().reported() > 0)
    write_plain(stderr, "Error: " + count_of_failures(program) + "\n");
}

void fail_for_triggers(Program& program) {
  if (program.state().reported() == 0) return;
  throw Error("SCRIPT_ERROR", count_of_failures(program), "Correct the errors shown above.");
}

Task<int> run_command(Program* program, CommandLine line) {
  const bool json_output = line.json_output;
  const Script script = script_of(line);
  const std::string path = script.name;
  Value arg;
  std::vector<Value> arguments;
  for (std::size_t i = 1; i < line.arguments.size(); ++i) {
    arg.push(line.arguments[i]);
    arguments.emplace_back(line.arguments[i]);
  }
  Value globals;
  globals.set("arg", arg.is_nil() ? Value(Value::List()) : arg);
  std::optional<int> exit;
  try {
    const auto chunk = program->state().load(script, globals);
    const auto origin = origin_of(Caller::Kind::kScript, path);
    origin->exits = true;
    co_await program->state().call(chunk, std::move(arguments), origin);
  } catch (const Error& error) {
    exit = exit_status(error);
    if (!exit) report_script_failure(error, json_output);
  } catch (const Cancelled&) {
    tell_failures(*program);
    throw;
  }
  if (exit) {
    tell_failures(*program);
    co_return *exit;
  }
  fail_for_triggers(*program);
  co_return 0;
}

}  // namespace runtime

#include "runtime/app/faces.hpp"

#include <unistd.h>

#include <charconv>
#include <cstdio>

#include "runtime/core/condition.hpp"
#include "runtime/core/log.hpp"
#include "runtime/core/nursery.hpp"
#include "runtime/core/settings.hpp"
#include "runtime/app/module_loader.hpp"
#include "runtime/app/script_source.hpp"
#include "runtime/app/terminal.hpp"
#include "runtime/http/server/serve.hpp"
#include "runtime/lua/call.hpp"
#include "runtime/lua/json.hpp"
#include "runtime/mcp/dual.hpp"
#include "runtime/mcp/server.hpp"
#include "runtime/mcp/stdio.hpp"

namespace runtime {

namespace {

void print_text(std::FILE* to, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), to);
  std::fflush(to);
}

std::shared_ptr<Companion> asker(Companion::Asker kind, const std::string& name) {
  return std::make_shared<Companion>(kind, name);
}

}  // namespace

void print_failure(const Error& error, bool json_output) {
  if (!json_output) {
    std::string text = "Error: " + error.message + "\n";
    if (!error.hint.empty()) text += error.hint + "\n";
    return print_text(stderr, text);
  }
  Value failure;
  failure.set("message", error.message).set("code", error.code);
  if (!error.hint.empty()) failure.set("hint", error.hint);
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

Task<int> command_face(Program* program, CommandLine line) {
  line.options.set("json_output", line.json_output);
  const int columns = terminal_columns();
  line.options.set("colour", wants_colour()).set("columns", columns > 0 ? Value(columns) : Value());
  const Context context = co_await current_context();
  Nursery beside(context);
  // The display server answers while the scripts are read.
  if (line.face == "image" || line.face == "list") {
    beside.start(program->host().connect_early());
    co_await hop();
  }
  const auto function = co_await program->state().function("commands", line.face);
  std::vector<Value> arguments;
  arguments.push_back(line.options);
  const auto companion = asker(Companion::Asker::kCommandLine, line.face);
  const Results results = co_await program->state().call(function, std::move(arguments), companion);
  const Value answer = results.values.empty() ? Value() : results.values[0];
  const auto* status = answer["status"].as<std::int64_t>();
  const std::string* output = answer["output"].string();
  const std::string* complaint = answer["complaint"].string();
  if (!status || !output) throw Error("INTERNAL_ERROR", "scripts/commands.lua gave no answer");
  print_text(stdout, *output);
  if (complaint) print_text(stderr, *complaint);
  co_return static_cast<int>(*status);
}

Task<int> call_face(Program* program, CommandLine line) {
  const Context context = co_await current_context();
  const mcp::Catalog* catalog = co_await program->catalog();
  Value arguments = json::parse(line.arguments[1]);
  if (!arguments.record()) throw Error("INVALID_ARGUMENT", "the arguments of a tool are a JSON object");
  const mcp::ClientInfo self{"peekaboo", kVersion, Value()};
  mcp::CallContext call("command line", std::make_shared<const mcp::ClientInfo>(self), *context.cancel);
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

namespace {

[[noreturn]] void report_script_failure(const Error& error, bool json_output) {
  std::string message = error.message;
  if (error.code != "SCRIPT_ERROR") message += (message.empty() ? "" : " ") + ("(" + error.code + ")");
  if (json_output) {
    Value details;
    if (!error.traceback.empty()) details.set("traceback", error.traceback);
    throw Error("SCRIPT_ERROR", message, error.hint, std::move(details));
  }
  std::string text = "Error: " + message + "\n";
  if (!error.hint.empty()) text += error.hint + "\n";
  if (!error.traceback.empty()) text += error.traceback + "\n";
  print_text(stderr, text);
  throw Error("SCRIPT_ERROR", "");
}

}  // namespace

Task<int> run_face(Program* program, CommandLine line) {
  const std::string path = line.arguments[0];
  const bool json_output = line.json_output;
  const Script script = user_script(path);
  Value arg;
  std::vector<Value> arguments;
  for (std::size_t i = 1; i < line.arguments.size(); ++i) {
    arg.push(line.arguments[i]);
    arguments.emplace_back(line.arguments[i]);
  }
  Value globals;
  globals.set("arg", arg.is_nil() ? Value(Value::List()) : arg);
  try {
    const auto chunk = program->state().load(script, globals);
    const auto companion = asker(Companion::Asker::kScript, path);
    co_await program->state().call(chunk, std::move(arguments), companion);
    co_return 0;
  } catch (const Error& error) {
    report_script_failure(error, json_output);
  }
}

namespace {

mcp::ServerInfo server_info() {
  mcp::ServerInfo info;
  info.title = "Peekaboo";
  info.version = kVersion;
  info.description = "Eyes on a desktop: captures of screens and windows, lists of what runs, answers about pictures.";
  info.instructions =
      "Look before you answer: `list` says which applications and windows there are, `image` captures a screen, an "
      "application or one window (app_target), `analyze` answers a question about an image file. Every image result "
      "links to its picture as a resource that can be read for ten minutes.";
  info.logging = info.resources = info.prompts = info.completions = info.changes = true;
  return info;
}

}  // namespace

namespace {

Task<void> serve_stdio(Program* program, mcp::Catalog* catalog, int output) {
  const mcp::ServerInfo info = server_info();
  mcp::DualDialect dialect(info);
  mcp::StdioTransport transport(program->loop(), 0, output);
  mcp::Server server(*catalog, dialect, transport);
  co_await server.serve();
}

std::string text_option(const Value& options, const char* name) {
  const std::string* text = options[name].string();
  return text ? *text : "";
}

double seconds_option(const Value& options, const char* name) {
  const std::string text = text_option(options, name);
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool sound = error == std::errc() && end == text.data() + text.size() && seconds >= 0 && seconds <= 86400;
  if (!text.empty() && !sound)
    throw Error("INVALID_ARGUMENT", "'" + text + "' is no number of seconds from 0 to 86400");
  return seconds;
}

http::ServerSettings http_settings(const Value& options) {
  http::ServerSettings settings;
  settings.address = text_option(options, "http");
  const bool given = !options["token"].is_nil();
  settings.token = given ? text_option(options, "token") : settings::text("PEEKABOO_HTTP_TOKEN");
  if (given && settings.token.empty())
    throw Error("INVALID_ARGUMENT", "the token is empty: anybody could connect", "leave --token out, or give one");
  settings.certificate = text_option(options, "tls_certificate");
  settings.key = text_option(options, "tls_key");
  settings.poll_after = seconds_option(options, "poll_after");
  return settings;
}

void refuse_http_options(const Value& options) {
  for (const char* name : {"token", "tls_certificate", "tls_key", "poll_after"})
    if (!options[name].is_nil())
      throw Error("INVALID_ARGUMENT", "--token, --tls-certificate, --tls-key and --poll-after need --http ADDRESS");
}

Task<void> serve_http(mcp::Catalog* catalog, http::ServerSettings settings, int output) {
  settings.announce = [output](const std::string& line) { dprintf(output, "%s\n", line.c_str()); };
  const mcp::ServerInfo info = server_info();
  const auto open = reinterpret_cast<decltype(&peekaboo_serve_http)>(
      module_function("peekaboo-http.so", "peekaboo_serve_http"));
  Task<void> serving;
  open(catalog, &info, &settings, &serving);
  co_await std::move(serving);
}

// A server whose tool files cannot be watched serves on.
Task<void> follow_tool_files(Program* program) {
  Task<void> watching = program->watch_tool_files();
  try {
    co_await std::move(watching);
  } catch (const Error& error) {
    log::error("tool files are not watched: " + error.message);
  }
}

}  // namespace

Task<int> mcp_face(Program* program, CommandLine line) {
  // From here on nothing but the protocol reaches the client: whatever a library prints goes to standard error.
  const int output = dup(1);
  dup2(2, 1);
  mcp::Catalog* catalog = nullptr;
  try {
    catalog = co_await program->catalog();
  } catch (const Error& error) {
    if (error.code == "FILE_IO_ERROR") throw;
    report_script_failure(error, false);
  }
  const bool over_http = !line.options["http"].is_nil();
  if (!over_http) refuse_http_options(line.options);
  const Context context = co_await current_context();
  Nursery beside(context);
  beside.start(follow_tool_files(program));
  Task<void> serving;
  if (over_http)
    serving = serve_http(catalog, http_settings(line.options), output);
  else
    serving = serve_stdio(program, catalog, output);
  co_await std::move(serving);
  beside.cancel();
  co_await beside.join();
  co_return 0;
}

}  // namespace runtime

#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>

#include "native/lua/modules/modules.hpp"
#include "runtime/app/cli/command_rows.hpp"
#include "runtime/app/cli/commands.hpp"
#include "runtime/app/cli/configuration.hpp"
#include "runtime/app/daemon/control_module.hpp"
#include "runtime/app/daemon/daemon.hpp"
#include "runtime/app/host/clipboard_keeper.hpp"
#include "runtime/app/host/exit_guard.hpp"
#include "runtime/app/host/loop_report.hpp"
#include "runtime/app/host/signals.hpp"
#include "runtime/app/host/stall_monitor.hpp"
#include "runtime/app/host/virtual_display.hpp"
#include "runtime/app/repl/repl.hpp"
#include "runtime/app/repl/terminal.hpp"
#include "runtime/core/async/combine.hpp"
#include "runtime/core/core_dumps.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/log/log.hpp"
#include "runtime/core/log/log_file.hpp"
#include "runtime/core/value/secret.hpp"
#include "runtime/core/value/settings.hpp"

namespace runtime {

namespace {

constexpr int kUsageStatus = 64;     // EX_USAGE of sysexits.h
constexpr int kInternalStatus = 70;  // EX_SOFTWARE
constexpr int kSignalStatus = 128;
constexpr int kFileStatus = 17;
// Seconds for the shutdown after the work is done: a server has used most of its second by then.
constexpr double kServerEnd = 0.1;
constexpr double kCommandEnd = 0.8;
// Seconds. A daemon's automations may clean up; a service manager waits longer than this before it
// kills a service.
constexpr double kDaemonPatience = 5;
// Seconds of processor time for which one script may block the others; and until the program ends
// because the script could not be ended.
constexpr double kLongestHold = 5;
constexpr double kHopelessHold = 60;

// Returns the values that must never appear in the log, from all sources.
std::vector<std::string> secrets(const Configuration& configuration) {
  std::vector<std::string> found;
  for (char** entry = environ; *entry; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos && is_secret_variable(text.substr(0, equals)))
      found.emplace_back(text.substr(equals + 1));
  }
  if (const Value::Record* values = configuration.values.record())
    for (const auto& [name, value] : *values)
      if (is_secret_variable(name) && value.string()) found.push_back(*value.string());
  return found;
}

void warn_of(const std::string& name, const settings::Setting& setting, const std::string& used) {
  if (!setting.fault.empty())
    log::warn(name + " is '" + setting.text + "', which is " + setting.fault + "; using " + used);
}

void configure_log(const Configuration& configuration) {
  log::Settings how;
  how.secrets = secrets(configuration);
  const settings::Setting file = settings::read("PEEKABOO_LOG_FILE");
  const settings::Setting level = settings::read("PEEKABOO_LOG_LEVEL");
  how.file = files::expanded(file.value.string() ? *file.value.string() : "");
  how.to_stderr = settings::is_on("PEEKABOO_CONSOLE_LOGGING") ||
                  settings::is_on("PEEKABOO_MCP_CONSOLE_LOGGING");
  log::parse_level(*level.value.string(), &how.level);
  log::configure(how);
  warn_of("PEEKABOO_LOG_LEVEL", level, "info");
  warn_of("PEEKABOO_LOG_FILE", file, log::default_log_file());
}

Task<int> chosen_command(Program* program, CommandLine line) {
  if (line.command == "mcp") return mcp_command(program, std::move(line));
  if (line.command == "call") return call_command(program, std::move(line));
  if (line.command == "daemon") return daemon_command(program, std::move(line));
  if (line.command == "run" && !line.options["watch"].is_nil()) {
    if (line.arguments[0] == "-" || !line.options["text"].is_nil())
      throw Error("INVALID_ARGUMENT", "--watch requires the script in a file");
    return watch_command(program, std::move(line));
  }
  if (line.command == "run") return run_command(program, std::move(line));
  if (line.command == "repl") return repl_command(program, std::move(line));
  if (line.command == "show") return show_command(program, std::move(line));
  // No other command has this module: no tool and no script lets captures go on.
  if (line.command == "stop" || line.command == "resume")
    program->state().add_module(native::stop_module(program->safeguards()));
  // Nor has any other this one: nothing else opens a dialog of the desktop.
  if (line.command == "permissions") {
    program->state().add_module(native::permissions_module(program->shared_host()));
    program->state().add_module(control_module(program->loop()));
  }
  return script_command(program, std::move(line));
}

constexpr double kEndLimit = 3;  // seconds for shutting down a private display

// Runs the command, on a private display if requested, which is shut down however the command ends.
Task<int> staged_command(Program* program, CommandLine line) {
  if (line.display_size.empty()) {
    const int plain = co_await chosen_command(program, line);
    co_return plain;
  }
  VirtualDisplay display;
  int status = 0;
  std::exception_ptr failure;
  try {
    co_await display.start(program, line.display_size, line.open);
    status = co_await chosen_command(program, line);
  } catch (const std::exception&) {
    failure = std::current_exception();
  }
  Task<void> ending = display.end();
  co_await shield(kEndLimit, std::move(ending));
  if (failure) std::rethrow_exception(failure);
  co_return status;
}

Task<void> perform(Program* program, CommandLine line, int* status) {
  std::string failed_code;
  try {
    *status = co_await staged_command(program, line);
    co_return;
  } catch (const Error& error) {
    if (!error.message.empty()) print_failure(error, line.json_output);
    failed_code = error.code;
  }
  *status = co_await status_of(program, failed_code);
}

// Returns the output of a script's print: under `mcp`, standard output belongs to the protocol.
std::function<void(std::string_view)> printer(const std::string& command) {
  if (command == "mcp") return [](std::string_view line) { log::info(line); };
  // The standard output of the other commands is their answer.
  std::FILE* to = command == "run" || command == "repl" ? stdout : stderr;
  return [to](std::string_view line) { write_printed(to, std::string(line) + "\n"); };
}

// Returns whether the other side of a pipe or socket is closed permanently. Unread bytes may still
// be pending.
bool hung_up(int descriptor) {
  pollfd watched{descriptor, POLLRDHUP, 0};
  return poll(&watched, 1, 0) > 0 && (watched.revents & (POLLHUP | POLLRDHUP | POLLERR)) != 0;
}

// Treats a failed write as an error, but not a reader that has closed the pipe.
int checked_output(int status) {
  const bool written = std::fflush(stdout) == 0 && !std::ferror(stdout);
  if (written || status != 0 || hung_up(1)) return status;
  std::fputs("Error: standard output could not be written\nCheck the disk's free space.\n", stderr);
  return kFileStatus;
}

// Opens descriptors 0 to 2 if closed, because the next file opened would become standard input or
// output.
void open_standard_descriptors() {
  int descriptor = open("/dev/null", O_RDWR);
  while (descriptor >= 0 && descriptor < 2) descriptor = dup(descriptor);
  if (descriptor > 2) close(descriptor);
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Returns whether the script of `run` is in a file.
bool is_file(const CommandLine& line) {
  return line.arguments[0] != "-" && line.options["text"].is_nil();
}

std::vector<std::string> texts_of(const Value& list) {
  std::vector<std::string> texts;
  if (list.list())
    for (const Value& each : *list.list()) texts.push_back(*each.string());
  return texts;
}

// Flushes and exits as main() does, but without destroying the program first: the system reclaims
// memory, threads and connections faster.
[[noreturn]] void leave_at_once(int status) {
  log::flush();
  std::fflush(nullptr);
  _exit(status);
}

bool is_daemon(const CommandLine& line) {
  return line.command == "daemon" && line.options["what"].is_nil();
}

// Returns whether the command runs users' scripts for more than a moment. Excludes the prompt,
// which reports stalls itself, because it knows when it may write to its terminal.
bool runs_user_files(const std::string& command) {
  return command == "run" || command == "daemon" || command == "mcp";
}

// Returns whether the command runs no script of the user, whose objects might need finalizers at
// the end.
bool is_plain_command(const CommandLine& line) { return line.scripted && !is_daemon(line); }

void say_on_stderr(const std::string& text) { write_plain(stderr, text); }

// Reports scripts that block the loop. Where other scripts wait and no user can press Ctrl-C, ends
// them.
StallMonitor::Settings hold_settings(const CommandLine& line) {
  StallMonitor::Settings settings;
  if (line.command == "run") settings.say = say_on_stderr;
  if (is_daemon(line) || line.command == "mcp") {
    settings.end_after = kLongestHold;
    settings.give_up_after = kHopelessHold;
  }
  return settings;
}

// Traces to the log under `mcp` and in the daemon, where standard error is not read.
void trace(State& state, bool to_log) {
  if (to_log) return state.set_trace([](std::string_view line) { log::info(line); });
  state.set_trace([](std::string_view line) {
    std::fprintf(stderr, "trace %.*s\n", static_cast<int>(line.size()), line.data());
  });
}

// Reports failures that reach no caller. The log has them in any case.
void report_failure(State& state, bool to_log) {
  if (to_log) return;
  state.set_failure_output([](std::string_view text) { say_on_stderr(std::string(text)); });
}

int run_face_of(Program& program, CommandLine line) {
  const bool daemon = is_daemon(line);
  const bool serving = line.command == "mcp" || daemon;
  if (line.trace) trace(program.state(), serving);
  report_failure(program.state(), serving);
  const LoopReport report(program.loop(), line.command);
  int status = 0;
  int signal = 0;
  Cancel scope;
  std::optional<StallMonitor> holds;
  if (runs_user_files(line.command))
    holds.emplace(program.loop(), program.state(), hold_settings(line));
  Signals::Manner manner;
  manner.status = serving ? 0 : kSignalStatus;
  if (daemon) manner.patience = kDaemonPatience;
  const Signals signals(program.loop(), program.state(), manner, [&](int number) {
    signal = number;
    scope.fire();
    if (daemon) program.state().go_on();  // clean-up may compute
  });
  try {
    run(program.loop(), perform(&program, std::move(line), &status), &scope);
  } catch (const Cancelled&) {
    status = serving ? 0 : kSignalStatus + signal;
  }
  leave_clipboard(program.host(), !serving);
  if (!serving) status = checked_output(status);
  end_within(serving ? kServerEnd : kCommandEnd, status);
  return status;
}

int run_program(CommandLine line, const Configuration& configuration, std::string scripts) {
  Program::Settings parts;
  parts.scripts = std::move(scripts);
  parts.configuration = to_value(configuration);
  parts.print = printer(line.command);
  if (line.command == "run")
    parts.user_scripts = is_file(line) ? folder_of(line.arguments[0]) : ".";
  if (line.command == "repl") parts.user_scripts = ".";
  if (line.command == "mcp" || line.command == "call")
    parts.tools = texts_of(line.options["tools"]);
  parts.serving = line.command == "mcp";
  if (line.command == "call") parts.called_tool = line.arguments[0];
  if (const std::string* toolsets = line.options["toolsets"].string()) parts.toolsets = *toolsets;
  setvbuf(stdout, nullptr, _IOLBF, 0);  // a script's output must not wait for its end
  if (line.command == "mcp") parts.abandoned = [] { return hung_up(0); };
  const bool json_output = line.json_output;
  const bool plain = is_plain_command(line);
  try {
    Program program(std::move(parts));
    const int status = run_face_of(program, std::move(line));
    if (plain) leave_at_once(status);
    return status;
  } catch (const Error& error) {
    print_failure(error, json_output);
    return kInternalStatus;
  }
}

// Overwrites the token in the process's arguments, which every user of the machine can read.
void hide_token(int count, char** words) {
  constexpr std::string_view kOption = "--token";
  for (int i = 1; i < count; ++i) {
    std::string_view word = words[i];
    char* secret = nullptr;
    if (word == kOption && i + 1 < count) secret = words[i + 1];
    if (word.starts_with("--token=")) secret = words[i] + kOption.size() + 1;
    if (secret) std::memset(secret, '*', std::strlen(secret));
  }
}

// Parses the words with the rows of the subcommands. Prints the failure and returns nothing when an
// override folder has broken the rows.
std::optional<CommandLine> parsed(int count, char** words, Commands& commands) {
  try {
    return parse_command_line(count, words, commands);
  } catch (const Error& error) {
    const bool json_output = std::any_of(
        words + 1, words + count, [](std::string_view word) { return word == "--json-output"; });
    print_failure(error, json_output);
    return std::nullopt;
  }
}

int main(int count, char** words) {
  const Configuration configuration = load_configuration();
  settings::configure(configuration.values);
  std::string scripts = scripts_option(count, words);
  if (scripts.empty()) scripts = settings::text("PEEKABOO_SCRIPTS");
  Commands commands(scripts);
  std::optional<CommandLine> read = parsed(count, words, commands);
  if (!read) return kInternalStatus;
  CommandLine line = std::move(*read);
  if (line.command == "mcp") hide_token(count, words);
  if (line.command == "version" || line.command == "help") {
    const std::string text =
        line.command == "help" ? line.text : std::string("peekaboo ") + kVersion + "\n";
    std::fputs(text.c_str(), stdout);
    return checked_output(0);
  }
  if (line.command == "completion") {
    std::fputs(completion_script(line.arguments[0], commands).c_str(), stdout);
    return checked_output(0);
  }
  if (line.command == "usage") {
    print_failure(Error("INVALID_ARGUMENT", line.text, line.hint), line.json_output);
    return kUsageStatus;
  }
  // A command started by the user keeps the user's own limit.
  if (line.command == "mcp" || is_daemon(line)) core_dumps::forbid();
  configure_log(configuration);
  const int status = run_program(std::move(line), configuration, std::move(scripts));
  log::flush();
  return status;
}

}  // namespace

}  // namespace runtime

int main(int count, char** words) {
  runtime::open_standard_descriptors();
  if (runtime::is_clipboard_keeper(count, words)) _exit(runtime::keep_clipboard());
  // Makes glibc return large blocks to the system when they are freed. By default it moves pictures
  // to the threads' heaps after some were freed, where gaps remain: 30 captures of 4K at once grew
  // to 1.7 GB within seconds.
  constexpr int kLargeBlock = 1 << 20;
  mallopt(M_MMAP_THRESHOLD, kLargeBlock);
  // Installed as peekaboo-mcp, the program is the server.
  static char command[] = "mcp";
  static char* server[] = {words[0], command, nullptr};
  const std::string_view name = words[0] ? words[0] : "";
  const bool alias = count == 1 && name.substr(name.rfind('/') + 1) == "peekaboo-mcp";
  const int status = alias ? runtime::main(2, server) : runtime::main(count, words);
  std::fflush(nullptr);
  _exit(status);  // a worker may be stuck in a call that never returns
}

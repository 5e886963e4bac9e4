#include <signal.h>

#include <algorithm>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/files/files.hpp"
#include "runtime/core/io/launch.hpp"
#include "runtime/core/io/line_reader.hpp"
#include "runtime/core/io/process.hpp"
#include "runtime/lua/bridge/record_kind.hpp"
#include "runtime/lua/modules.hpp"

namespace runtime {

namespace {

constexpr std::size_t kMaxOutput = 64u << 20;  // bytes of each stream kept by process.run
constexpr std::size_t kLongestLine = 16u << 20;
constexpr std::size_t kMaxAtOnce = 1u << 20;  // bytes
constexpr double kGrace = 1;                  // seconds between SIGTERM and SIGKILL

Task<Results> read_line(Args args);
Task<Results> write_input(Args args);
Task<Results> wait_for_exit(Args args);
Task<Results> stop(Args args);
Task<Results> read_output(Args args);
Results error_lines(const Args& args);
Results kill(const Args& args);
Results lines(const Args& args);
Results close_input(const Args& args);

constexpr Function kProcessMethods[] = {
    {.call = "process:lines",
     .text = "For `for line in process:lines() do … end`: its standard output. A line of more than "
             "16 MiB raises FILE_IO_ERROR with details.reason \"too_long\".",
     .results = {{"fun(): string?", "iterator"}},
     .errors = {"FILE_IO_ERROR"},
     .work = lines},
    {.call = "process:error_lines",
     .text = "The same for its standard error.",
     .results = {{"fun(): string?", "iterator"}},
     .work = error_lines},
    {.call = "process:read",
     .text = "The rest of its standard output. Keeps the first limit bytes (default 64 MiB) and "
             "drops the others.",
     .options = {{"limit", "integer", "Bytes that are kept. Default 64 MiB."}},
     .results = {{"string", "text"}},
     .work = read_output},
    {.call = "process:write",
     .text = "Writes to its standard input.",
     .parameters = {{"text", "string", "What to write to its standard input."}},
     .work = write_input},
    {.call = "process:close_input", .text = "Ends its standard input.", .work = close_input},
    {.call = "process:wait",
     .text = "Waits for its end.",
     .results = {{"exit"}},
     .work = wait_for_exit},
    {.call = "process:stop",
     .text = "Ends it and its children: TERM, and KILL when it still runs grace seconds later "
             "(default 1). Waits for its end.",
     .options = {{"grace", "number", "Seconds until KILL. Default 1."}},
     .results = {{"exit"}},
     .work = stop},
    {.call = "process:kill",
     .text = "Sends a signal number to it and its children (default 15, TERM).",
     .parameters = {{"signal", "integer", "A signal number. Default 15, TERM.",
                     Parameter::kOptional}},
     .work = kill},
};

class Child : public Object {
 public:
  static constexpr const char* kTypeName = "a process";
  Child(Loop& loop, const ProcessOptions& options)
      : process(std::make_unique<Process>(loop, options)),
        reader(process->output(), kLongestLine),
        error_reader(process->errors(), kLongestLine) {}
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"process", kProcessMethods};
    return kType;
  }
  Value field(std::string_view name) const override {
    return name == "pid" ? Value(process->pid()) : Value();
  }
  void close() override { process->kill(SIGKILL); }

  std::unique_ptr<Process> process;
  LineReader reader;
  LineReader error_reader;
};

constexpr Function kNextLine{.call = "lines",
                             .text = "The next line of output, or nil at the end.",
                             .results = {{"line"}},
                             .work = read_line};

class Lines : public Object {
 public:
  static constexpr const char* kTypeName = "an iterator";
  Lines(std::shared_ptr<Child> owner, LineReader Child::* which)
      : child(std::move(owner)), reader(which) {}
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"lines", {}, &kNextLine};
    return kType;
  }
  std::shared_ptr<Child> child;
  LineReader Child::* reader;
};

ProcessOptions process_options(const Args& args, const Options& options) {
  ProcessOptions result;
  result.arguments = args.strings(1);
  if (result.arguments.empty()) args.wrong(1, "a list with a program and its arguments");
  result.directory = files::expanded(options.string("cwd", ""));
  if (const Value::Record* changes = options["env"].record())
    for (const auto& [name, value] : *changes) {
      const std::string* text = value.string();
      if (!text && value.as<bool>() == nullptr)
        args.wrong(2, "env with strings (or false to remove a variable)");
      result.environment.emplace_back(name,
                                      text ? std::optional<std::string>(*text) : std::nullopt);
    }
  return result;
}

const RecordKind kExit("exit"), kOutput("output");

Value exit_value(const Exit& exit, const RecordKind& kind) {
  Value result = kind.record();
  result.set("status", exit.status).set("signal", exit.signal);
  return result;
}

// The output of a stream: its first `most` bytes, and whether there were more.
struct Gathered {
  std::string text;
  std::size_t most = kMaxOutput;
  bool truncated = false;
};

// Keeps reading beyond the limit, so that the process never blocks on a full pipe. Includes bytes
// that reading by lines has buffered.
Task<void> gather(LineReader* reader, Gathered* out) {
  for (;;) {
    const std::string bytes = co_await reader->bytes(kMaxAtOnce);
    if (bytes.empty()) co_return;
    const std::size_t room = out->most - std::min(out->most, out->text.size());
    out->text.append(bytes, 0, room);
    if (bytes.size() > room) out->truncated = true;
  }
}

Task<void> feed(Process* process, std::string input) {
  co_await process->input().write(std::move(input));
  process->input().close();
}

Task<Results> run_to_end(ProcessOptions options, std::string input) {
  const Context context = co_await current_context();
  Process process(*context.loop, options);
  Gathered output;
  Gathered errors;
  LineReader output_reader(process.output(), kLongestLine);
  LineReader error_reader(process.errors(), kLongestLine);
  Nursery feeding(context);
  Nursery reading(context);
  feeding.start(feed(&process, std::move(input)));
  reading.start(gather(&output_reader, &output));
  reading.start(gather(&error_reader, &errors));
  const Exit exit = co_await process.wait();
  // A child that it has left behind may keep its streams open.
  process.output().finish();
  process.errors().finish();
  co_await reading.join();
  Value result = exit_value(exit, kOutput);
  result.set("truncated", output.truncated || errors.truncated);
  result.set("stdout", std::move(output.text)).set("stderr", std::move(errors.text));
  co_return result;
}

Task<Results> run_process(Args args) {
  const Options options = args.options(2);
  Task<Results> work = run_to_end(process_options(args, options), options.string("stdin", ""));
  if (!options.has("timeout")) {
    Results results = co_await std::move(work);
    co_return results;
  }
  const std::string what = args.strings(1)[0] + " did not finish within the time limit";
  Task<Results> limited = timeout(options.number("timeout", 0), std::move(work), what);
  Results results = co_await std::move(limited);
  co_return results;
}

Task<Results> start(Args args) {
  const Context context = co_await current_context();
  const Options options = args.options(2);
  const ProcessOptions how = process_options(args, options);
  co_return Value(std::shared_ptr<Object>(std::make_shared<Child>(*context.loop, how)));
}

Results launch_program(const Args& args) {
  const Options options = args.options(2);
  const ProcessOptions how = process_options(args, options);
  return Value(launch(how, files::expanded(options.string("output", ""))));
}

Results lines(const Args& args) {
  return Value(
      std::shared_ptr<Object>(std::make_shared<Lines>(args.object<Child>(1), &Child::reader)));
}

Results error_lines(const Args& args) {
  return Value(std::shared_ptr<Object>(
      std::make_shared<Lines>(args.object<Child>(1), &Child::error_reader)));
}

[[noreturn]] void refuse_line() {
  Value details;
  details.set("reason", "too_long");
  throw Error("FILE_IO_ERROR",
              "a line of the process has more than " + std::to_string(kLongestLine) + " bytes",
              "Read its output with process:read().", details);
}

Task<Results> read_line(Args args) {
  const auto iterator = args.object<Lines>(1);
  LineReader& reader = iterator->child.get()->*iterator->reader;
  std::optional<LineReader::Line> line = co_await reader.next();
  if (!line) co_return Value();
  if (line->too_long) refuse_line();
  co_return Value(std::move(line->text));
}

Task<Results> write_input(Args args) {
  const auto child = args.object<Child>(1);
  std::string text = args.string(2);
  const bool ok = co_await child->process->input().write(std::move(text));
  if (!ok) throw Error("FILE_IO_ERROR", "process no longer reads its input");
  co_return Results();
}

Results close_input(const Args& args) {
  args.object<Child>(1)->process->input().close();
  return Results();
}

Task<Results> wait_for_exit(Args args) {
  const auto child = args.object<Child>(1);
  const Exit exit = co_await child->process->wait();
  co_return exit_value(exit, kExit);
}

Task<Results> stop(Args args) {
  const auto child = args.object<Child>(1);
  const double grace = args.options(2).number("grace", kGrace);
  const Exit exit = co_await child->process->end(grace);
  co_return exit_value(exit, kExit);
}

Task<Results> read_output(Args args) {
  const auto child = args.object<Child>(1);
  const std::int64_t limit =
      args.options(2).integer("limit", static_cast<std::int64_t>(kMaxOutput));
  Gathered output;
  output.most = static_cast<std::size_t>(std::max<std::int64_t>(0, limit));
  co_await gather(&child->reader, &output);
  co_return Value(std::move(output.text));
}

Results kill(const Args& args) {
  const std::int64_t signal = args.has(2) ? args.integer(2) : SIGTERM;
  if (signal < 1 || signal > SIGRTMAX) args.wrong(2, "the number of a signal, such as 15");
  args.object<Child>(1)->process->kill(static_cast<int>(signal));
  return Results();
}

constexpr Parameter kProgram{"program", "string[]",
                             "The program and its arguments; no shell is involved."};
constexpr Parameter kCwd{"cwd", "string", "The folder it runs in. Default: this program's."};
constexpr Parameter kEnvironment{"env", "table<string, string>",
                                 "Variables for it, beside this program's own."};

constexpr Function kProcess[] = {
    {.call = "process.run",
     .text = "Runs a program to its end, which is its own: children that it leaves behind are not "
             "waited for. No shell is involved. Keeps the first 64 MiB of each stream. timeout in "
             "seconds raises TIMEOUT and ends it.",
     .parameters = {kProgram},
     .options = {{"timeout", "number",
                  "Seconds; past them the program is ended and TIMEOUT raised. Default: none."},
                 kCwd,
                 kEnvironment,
                 {"stdin", "string", "What it reads as its standard input. Default: nothing."}},
     .results = {{"output"}},
     .errors = {"TIMEOUT", "FILE_IO_ERROR"},
     .work = run_process},
    {.call = "process.start",
     .text = "Starts a program. It ends when the process object is closed or no longer used, and "
             "with the script.",
     .parameters = {kProgram},
     .options = {kCwd, kEnvironment},
     .results = {{"process"}},
     .errors = {"FILE_IO_ERROR"},
     .work = start},
    {.call = "process.launch",
     .text = "Starts a program that stays when the script has ended, and gives its process number. "
             "It has no input; what it prints is added to the file output, or dropped.",
     .parameters = {kProgram},
     .options = {kCwd,
                 kEnvironment,
                 {"output", "string", "A file for what it prints. Default: nowhere."}},
     .results = {{"integer", "pid"}},
     .errors = {"FILE_IO_ERROR"},
     .work = launch_program},
};

}  // namespace

Module process_module() {
  return Module{.name = "process",
                .functions = kProcess,
                .methods = kProcessMethods,
                .about = "Other programs."};
}

}  // namespace runtime

#include <unistd.h>

#include "runtime/core/value/error_text.hpp"
#include "runtime/core/value/plain_text.hpp"
#include "runtime/lua/bridge/call.hpp"
#include "runtime/lua/bridge/failure_reporter.hpp"
#include "runtime/lua/bridge/vm.hpp"
#include "runtime/lua/modules.hpp"

namespace runtime {

namespace {

Value facts_of(const Error& error) {
  Value facts = error_record(error);
  if (!error.traceback.empty()) facts.set("traceback", error.traceback);
  return facts;
}

// Returns nil for os.exit(0), which is not a failure.
Value failure_of(const Error& error) {
  const std::optional<int> status = exit_status(error);
  if (!status) return facts_of(error);
  if (*status == 0) return Value();
  return facts_of(Error("SCRIPT_ERROR", "ended by os.exit(" + std::to_string(*status) + ")"));
}

Task<Results> run(Args args) {
  Call& call = args.call();
  auto origin = call.origin;
  const bool own_script = args.has(1);
  if (own_script) {
    const bool unattended = origin && origin->caller.kind == Caller::Kind::kDaemon;
    origin = std::make_shared<Origin>(unattended ? Caller::Kind::kDaemon : Caller::Kind::kScript,
                                      args.string(1));
    origin->exits = true;
  } else if (origin) {
    origin = std::make_shared<Origin>(*origin);
    origin->caller.call = next_call_number();
  }
  std::vector<Value> arguments;
  for (std::size_t i = 3; i <= args.size(); ++i) arguments.push_back(args[i]);
  const std::string starter = own_script ? std::string() : call.trace_name;
  Task<Results> work = call_script(call.vm(), args.callback(2), std::move(arguments),
                                   std::move(origin), Function::Tables::kKept, starter);
  Value failure;
  try {
    co_await std::move(work);
  } catch (const Error& error) {
    if (!own_script && exit_status(error)) throw;
    failure = failure_of(error);
  }
  co_return failure;
}

Results report_failure(const Args& args) {
  const std::string text = plain_text(args.string(1));
  const ssize_t ignored = ::write(2, text.data(), text.size());
  static_cast<void>(ignored);
  return Results();
}

Results report(const Args& args) {
  const std::string text = args.string(1);
  ++args.call().vm()->reported;
  if (const auto& failures = args.call().vm()->failures) failures->add(text);
  return Results();
}

Results reported(const Args& args) {
  return Value(static_cast<std::int64_t>(args.call().vm()->reported));
}

Results caller(const Args& args) {
  const auto& origin = args.call().origin;
  return Value(origin ? origin->caller.name : std::string());
}

constexpr Parameter kText{"text", "string", "The lines."};

constexpr Function kCalls[] = {
    {.call = "script_calls.run",
     .text = "Runs f(...) as a script call of its own that is known by this name (nil: as a part "
             "of the caller's), to its end, with what it has spawned. A failure is {code, message, "
             "hint?, traceback?}. Raises CANCELLED, and without a name what os.exit raises.",
     .parameters = {{"name", "string", "What it is known by.", Parameter::kOptional},
                    {"f", "fun(...): ...",
                     "A function; what stands behind it is what it is called with."},
                    {"...", "any", "Its arguments."}},
     .results = {{"error?", "failure"}},
     .errors = {"CANCELLED"},
     .work = run,
     .tables = Function::Tables::kKept},
    {.call = "script_calls.caller",
     .text = "The name of the script, tool or subcommand whose call this is a part of.",
     .results = {{"string", "text"}},
     .work = caller},
    {.call = "script_calls.report_failure",
     .text = "Writes to standard error.",
     .parameters = {kText},
     .work = report_failure},
    {.call = "script_calls.report",
     .text = "Shows whole lines about a failure that no caller is told of to the person who looks "
             "on, if there is one. One that repeats is counted.",
     .parameters = {kText},
     .work = report},
    {.call = "script_calls.reported",
     .text = "How many failures were reported so far.",
     .results = {{"integer", "count"}},
     .work = reported},
};

}  // namespace

Module calls_module() { return Module{.name = "script_calls", .functions = kCalls}; }

}  // namespace runtime

#include "runtime/guest/guest_module.hpp"

#include "runtime/core/value/error_text.hpp"
#include "runtime/guest/guest_session.hpp"
#include "runtime/lua/bridge/call.hpp"

namespace runtime {

namespace {

guest::Order order_of(const Args& args) {
  const Options options = args.options(2);
  guest::Order order;
  order.script = options.string("script", "");
  order.modules = options["modules"];
  order.objects = options["objects"];
  order.arguments = options["arguments"];
  order.seconds = options.number("seconds", order.seconds);
  order.computing = options.number("computing", order.computing);
  order.unfiltered = options.boolean("unfiltered", false);
  const auto count = [&](const char* name, std::size_t fallback) {
    const std::int64_t value = options.integer(name, static_cast<std::int64_t>(fallback));
    if (value < 0) args.wrong(2, "limits of 0 or more");
    return static_cast<std::size_t>(value);
  };
  order.memory = count("memory", order.memory);
  order.pictures = count("pictures", order.pictures);
  order.output = count("output", order.output);
  order.calls = count("calls", order.calls);
  if (!(order.seconds > 0 && order.seconds <= 3600) ||
      !(order.computing > 0 && order.computing <= 3600))
    args.wrong(2, "seconds above 0 and at most 3600");
  return order;
}

// Runs each call of the guest as a separate script call, so that policies see the guest as its
// caller.
guest::Answer answer_by(const Args& args) {
  const std::shared_ptr<Callback> function = args.callback(1);
  const std::shared_ptr<Vm> vm = args.call().vm();
  Caller guest = args.call().origin ? args.call().origin->caller : Caller();
  guest.kind = Caller::Kind::kGuest;
  return [function, vm, guest](std::string name, std::vector<Value> arguments) {
    arguments.insert(arguments.begin(), Value(std::move(name)));
    auto origin = std::make_shared<Origin>(guest);
    return call_script(vm, function, std::move(arguments), std::move(origin));
  };
}

Value error_value(const Error& error) {
  Value value = error_record(error);
  if (!error.details.is_nil()) value.set("details", error.details);
  return value;
}

Value outcome_value(guest::Outcome outcome) {
  Value value;
  value.set("count", static_cast<std::int64_t>(outcome.returned.size()));
  value.set("returned", Value(std::move(outcome.returned)));
  value.set("printed", std::move(outcome.printed)).set("printed_all", outcome.printed_all);
  if (outcome.error) value.set("error", error_value(*outcome.error));
  if (!outcome.confinement.is_nil()) value.set("confinement", std::move(outcome.confinement));
  return value;
}

Task<Results> run(Args args) {
  const Context context = co_await current_context();
  const std::string program = guest::find_program();
  if (program.empty())
    throw Error(
        "UNSUPPORTED", "peekaboo-guest, which runs guest scripts, is missing",
        "Install Peekaboo again: peekaboo-guest belongs beside peekaboo, or in libexec/peekaboo");
  guest::Order order = order_of(args);
  guest::Answer answer = answer_by(args);
  guest::GuestSession session(*context.loop, program, std::move(order), std::move(answer));
  guest::Outcome outcome = co_await session.run();
  co_return outcome_value(std::move(outcome));
}

Results program(const Args&) {
  const std::string path = guest::find_program();
  return path.empty() ? Value() : Value(path);
}

constexpr Function kGuest[] = {
    {.call = "guest_process.run",
     .text = "Runs a script in a process that can reach nothing. modules = {module = {function}} "
             "and objects = {kind = {methods, fields}} are what it finds; answer(name, …) answers "
             "its calls, with names such as \"window.list\" and \"image:crop\". seconds: of life, "
             "computing: of processor time, memory: bytes of Lua, pictures: bytes of those that it "
             "holds, output: bytes of print(), calls: how many; unfiltered: also where there is no "
             "filter for system calls. outcome is {returned, count, printed, printed_all, error?, "
             "confinement?}. UNSUPPORTED when there is no peekaboo-guest, and its error when there "
             "is no filter.",
     .parameters = {{"answer", "fun(name: string, ...): ...", "Answers the calls."}},
     .options = {{"script", "string", "Its text."},
                 {"modules", "table", "By name, lists of functions."},
                 {"objects", "table", "By kind, {methods, fields}."},
                 {"arguments", "table", "What the script is given."},
                 {"seconds", "number", "Seconds; fractions count.", Parameter::kNotNegative},
                 {"computing", "number", "Seconds of processor time."},
                 {"memory", "integer", "Bytes of Lua."},
                 {"pictures", "integer", "Bytes of those that it holds."},
                 {"output", "integer", "Bytes of print()."},
                 {"calls", "integer", "How many."},
                 {"unfiltered", "boolean", "true: also without a filter for system calls."}},
     .results = {{"table", "outcome"}},
     .errors = {"UNSUPPORTED"},
     .work = run},
    {.call = "guest_process.program",
     .text = "Where peekaboo-guest is, or nil.",
     .results = {{"string", "path"}},
     .work = program},
};

}  // namespace

Module guest_module() { return Module{.name = "guest_process", .functions = kGuest}; }

}  // namespace runtime

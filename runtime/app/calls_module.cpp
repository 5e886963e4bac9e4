#include "runtime/app/calls_module.hpp"

#include <unistd.h>

#include "runtime/core/condition.hpp"
#include "runtime/lua/call.hpp"

namespace runtime {

namespace {

Value facts_of(const Error& error) {
  Value facts;
  facts.set("code", error.code).set("message", error.message);
  if (!error.hint.empty()) facts.set("hint", error.hint);
  if (!error.traceback.empty()) facts.set("traceback", error.traceback);
  return facts;
}

Task<Results> run(Args args) {
  auto companion = std::make_shared<Companion>(Companion::Asker::kScript, args.string(1));
  std::vector<Value> arguments;
  for (std::size_t i = 3; i <= args.size(); ++i) arguments.push_back(args[i]);
  Task<Results> work = call_script(args.call().vm(), args.callback(2), std::move(arguments),
                                   std::move(companion), Function::Tables::kKept);
  Value failure;
  try {
    co_await std::move(work);
  } catch (const Error& error) {
    failure = facts_of(error);
  }
  co_return failure;
}

Results ring(const Args& args);
Task<Results> wait(Args args);

constexpr Function kBell[] = {
    {"ring", "bell:ring()", "Wakes whoever waits.", ring},
    {"wait", "bell:wait(seen) -> count", "Waits until it was rung more than `seen` times in all.", wait},
};

// What tasks of different calls wake each other with.
class Bell : public Object {
 public:
  static constexpr const char* kTypeName = "a bell";
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"bell", kBell};
    return kType;
  }
  Value field(std::string_view name) const override { return name == "count" ? Value(count) : Value(); }

  std::int64_t count = 0;
  Condition rung;
};

Results ring(const Args& args) {
  const auto bell = args.object<Bell>(1);
  ++bell->count;
  bell->rung.notify_all();
  return Results();
}

Task<Results> wait(Args args) {
  const auto bell = args.object<Bell>(1);
  const std::int64_t seen = args.integer(2);
  while (bell->count <= seen) co_await bell->rung.wait();
  co_return Value(bell->count);
}

Results make_bell(const Args&) {
  return Value(std::shared_ptr<Object>(std::make_shared<Bell>()));
}

Results complain(const Args& args) {
  const std::string text = args.string(1);
  const ssize_t ignored = write(2, text.data(), text.size());
  static_cast<void>(ignored);
  return Results();
}

constexpr Function kCalls[] = {
    {"run", "calls.run(name, f, ...) -> failure?",
     "Runs f(...) as a script call that is known by this name, to its end, with what it has "
     "spawned. A failure is "
     "{code, message, hint?, traceback?}. Raises CANCELLED alone.",
     run, Function::Tables::kKept},
    {"bell", "calls.bell() -> bell", "Something to wait for: bell:wait(seen), bell:ring(), bell.count.", make_bell},
    {"complain", "calls.complain(text)", "Writes to standard error.", complain},
};

}  // namespace

Module calls_module() { return Module{"calls", kCalls, nullptr, Value()}; }

}  // namespace runtime

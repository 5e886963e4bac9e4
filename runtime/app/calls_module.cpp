#include "runtime/app/calls_module.hpp"

#include <unistd.h>

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
    {"complain", "calls.complain(text)", "Writes to standard error.", complain},
};

}  // namespace

Module calls_module() { return Module{"calls", kCalls, nullptr, Value()}; }

}  // namespace runtime

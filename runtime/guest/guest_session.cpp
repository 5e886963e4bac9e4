#include "runtime/guest/guest_session.hpp"

#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/async/condition.hpp"
#include "runtime/core/files/installed.hpp"
#include "runtime/core/value/error_text.hpp"
#include "runtime/guest/failure.hpp"

namespace runtime::guest {

namespace {

constexpr std::size_t kMaxProblem = 1000;  // bytes of the process's standard error

std::string number_text(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", number);
  return text;
}

ProcessOptions start_of(const std::string& program) {
  ProcessOptions options;
  options.arguments = {program};
  options.directory = "/";
  options.empty_environment = true;
  return options;
}

Handles::Kinds kinds_of(const Value& objects) {
  Handles::Kinds kinds;
  if (!objects.record()) return kinds;
  for (const auto& [kind, description] : *objects.record()) {
    std::vector<std::string>& fields = kinds[kind];
    if (const Value::List* names = description["fields"].list())
      for (const Value& name : *names)
        if (name.string()) fields.push_back(*name.string());
  }
  return kinds;
}

Error guest_error(std::string message) {
  return Error("SCRIPT_ERROR", std::move(message),
               "Correct the script; a smaller step at a time shows where.");
}

struct Answered {
  Answered() {}
  bool is_late = false;  // the process has ended
  Results results;
  std::optional<Error> error;
};

Task<Answered> settle(Task<Results> work) {
  Answered answered;
  try {
    answered.results = co_await std::move(work);
  } catch (const Error& error) {
    answered.error = error;
  }
  co_return answered;
}

Task<Answered> end_of(Process* process) {
  co_await process->wait();
  Answered nothing;
  nothing.is_late = true;
  co_return nothing;
}

// Returns the answer, unless the process ends first.
Task<Answered> answer_to(Process* process, Task<Results> work) {
  std::vector<Task<Answered>> tasks;
  tasks.push_back(settle(std::move(work)));
  tasks.push_back(end_of(process));
  Task<Answered> first = race(std::move(tasks));
  Answered answered = co_await std::move(first);
  co_return answered;
}

// Returns the frame with the answer; an answer that the guest may not have becomes a failure.
std::string reply_of(Answered answered, Handles& handles) {
  try {
    if (!answered.error) return pack(protocol::kAnswer, answered.results.values, handles);
  } catch (const Error& error) {
    answered.error = error;
  }
  std::vector<Value> failure;
  failure.push_back(error_record(*answered.error));
  return pack(protocol::kRaise, failure, handles);
}

}  // namespace

std::string find_program() { return find_installed("peekaboo-guest", "libexec/peekaboo", X_OK); }

GuestSession::GuestSession(Loop& loop, const std::string& program, Order order, Answer answer)
    : order_(std::move(order)),
      answer_(std::move(answer)),
      handles_(kinds_of(order_.objects), order_.pictures),
      process_(loop, start_of(program)) {}

std::string GuestSession::order_frame() {
  std::vector<Value> values;
  values.emplace_back(order_.script);
  values.emplace_back(order_.seconds);
  values.emplace_back(order_.computing);
  for (const std::size_t limit : {order_.memory, order_.output})
    values.emplace_back(static_cast<std::int64_t>(limit));
  values.emplace_back(order_.unfiltered);
  for (Value* value : {&order_.modules, &order_.objects, &order_.arguments})
    values.push_back(std::move(*value));
  return pack(protocol::kOrder, values, handles_);
}

Task<Outcome> GuestSession::run() {
  const std::string late =
      "script did not finish within " + number_text(order_.seconds) + " seconds";
  Task<void> talk = converse();
  Task<void> limited = timeout(order_.seconds, std::move(talk), late);
  try {
    co_await std::move(limited);
  } catch (const Violation& violation) {
    outcome_.error = guest_error(std::string("guest process violated the protocol (") +
                                 violation.what() + ") and was ended");
  } catch (const Error& error) {
    outcome_.error = error;
  }
  process_.kill(SIGKILL);
  co_return std::move(outcome_);
}

Task<void> GuestSession::converse() {
  std::string order = order_frame();
  co_await process_.input().write(std::move(order));
  for (;;) {
    std::optional<std::string> frame = co_await next_frame();
    if (!frame) break;
    const bool more = co_await take(std::move(*frame));
    if (!more) co_return;
    // A long series of frames already received must let others run.
    co_await yield_uncancelled();
  }
  co_await ended();
}

Task<std::optional<std::string>> GuestSession::next_frame() {
  for (;;) {
    const std::string_view rest = std::string_view(buffer_).substr(at_);
    if (rest.size() >= protocol::kHead) {
      std::uint32_t size = 0;
      std::memcpy(&size, rest.data(), sizeof size);
      if (size == 0 || size > protocol::kMaxFromGuest)
        throw Violation("a frame of " + std::to_string(size) + " bytes");
      if (rest.size() - protocol::kHead >= size) {
        at_ += protocol::kHead + size;
        co_return std::string(rest.substr(protocol::kHead, size));
      }
    }
    const std::string bytes = co_await process_.output().read();
    if (bytes.empty()) co_return std::nullopt;
    buffer_.erase(0, at_);
    at_ = 0;
    buffer_ += bytes;
  }
}

Task<bool> GuestSession::take(std::string frame) {
  const std::string_view content = std::string_view(frame).substr(1);
  const char kind = frame[0];
  if (begun_ == (kind == protocol::kBegun)) throw Violation("a frame at the wrong time");
  switch (kind) {
    case protocol::kBegun:
      begin(content);
      break;
    case protocol::kPrinted:
      print(content);
      break;
    case protocol::kCall:
      co_await answer_call(std::move(frame));
      break;
    case protocol::kDone:
      outcome_.returned = unpack(content, handles_);
      co_return false;
    case protocol::kFailed:
      fail(content);
      co_return false;
    default:
      throw Violation("a frame of an unknown kind");
  }
  co_return true;
}

void GuestSession::begin(std::string_view content) {
  const std::vector<Value> values = unpack(content, handles_);
  if (values.size() != 1) throw Violation("a wrong beginning");
  begun_ = true;
  for (const char* name : {"system_calls", "namespaces"})
    outcome_.confinement.set(name, values[0][name] == Value(true));
}

// The process sends one byte more than the limit, and then no more.
void GuestSession::print(std::string_view content) {
  const std::vector<Value> values = unpack(content, handles_);
  if (values.size() != 1 || !values[0].string() || values[0].string()->empty() ||
      !outcome_.printed_all)
    throw Violation("wrong printed text");
  outcome_.printed += *values[0].string();
  if (outcome_.printed.size() <= order_.output) return;
  outcome_.printed.resize(order_.output);
  outcome_.printed_all = false;
}

void GuestSession::fail(std::string_view content) {
  const std::vector<Value> values = unpack(content, handles_);
  if (values.size() != 1 || !values[0].record()) throw Violation("a wrong failure");
  outcome_.error = failure_of(values[0]);
}

// Releases the handles that the guest no longer uses, and starts its call.
Task<Results> GuestSession::take_call(std::string_view content) {
  std::vector<Value> values = unpack(content, handles_);
  if (values.size() < 2 || !values[0].string() || !values[1].list())
    throw Violation("a wrong call");
  std::string name = *values[0].string();
  for (const Value& number : *values[1].list())
    if (const auto* handle = number.as<std::int64_t>();
        handle && *handle > 0 && *handle <= UINT32_MAX)
      handles_.release(static_cast<std::uint32_t>(*handle));
  values.erase(values.begin(), values.begin() + 2);
  return answer_(std::move(name), std::move(values));
}

Task<void> GuestSession::answer_call(std::string frame) {
  if (++calls_ > order_.calls)
    throw guest_error("the script made more than " + std::to_string(order_.calls) + " calls");
  Task<Results> work;
  Answered answered;
  try {
    work = take_call(std::string_view(frame).substr(1));
  } catch (const Error& error) {
    answered.error = error;
  }
  if (!answered.error) {
    Task<Answered> answering = answer_to(&process_, std::move(work));
    answered = co_await std::move(answering);
  }
  if (answered.is_late) co_return;
  std::string reply = reply_of(std::move(answered), handles_);
  co_await process_.input().write(std::move(reply));
}

Task<void> GuestSession::ended() {
  std::string problem;
  while (problem.size() < kMaxProblem) {
    const std::string bytes = co_await process_.errors().read();
    if (bytes.empty()) break;
    problem += bytes;
  }
  const Exit exit = co_await process_.wait();
  if (exit.status == protocol::kExitNotConfined)
    throw Error("UNSUPPORTED",
                "cannot confine a guest script here: " + problem.substr(0, problem.find('\n')),
                "Run peekaboo where the kernel allows resource limits.");
  if (exit.status == protocol::kExitNotFiltered)
    throw Error("UNSUPPORTED",
                "cannot confine a guest script here: " + problem.substr(0, problem.find('\n')),
                "Install libseccomp-dev and build Peekaboo again, on a kernel that allows seccomp "
                "filters; or set PEEKABOO_RUN_SCRIPT_UNCONFINED=true, and trust every script.");
  if (exit.status == protocol::kExitComputed)
    throw Error(
        "TIMEOUT",
        "the script computed for more than " + number_text(order_.computing) +
            " seconds, at last within one call of a library function, such as a string pattern");
  if (exit.status == protocol::kExitNoMemory) throw guest_error("guest process ran out of memory");
  if (exit.signal == SIGSYS) throw guest_error("guest process ended after a forbidden system call");
  if (exit.signal == SIGKILL || exit.signal == SIGXCPU || exit.signal == SIGALRM)
    throw Error("TIMEOUT", "guest process killed, by its time limit or from outside");
  const std::string how = exit.signal ? "signal " + std::to_string(exit.signal)
                                      : "exit status " + std::to_string(exit.status);
  throw guest_error("the guest process ended by " + how + " before the script did");
}

}  // namespace runtime::guest

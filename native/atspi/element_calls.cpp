#include "native/atspi/element_calls.hpp"

#include <algorithm>
#include <thread>
#include <utility>
#include "native/atspi/names.hpp"

namespace native::atspi {
namespace {

using dbus::Reply;

constexpr std::chrono::milliseconds kSoon{500};
constexpr std::chrono::milliseconds kPause{5};

}  // namespace

void ElementCalls::run(ProgramCalls& calls) {
  if (!calls.run()) programs_.throw_silent(found_.element.id.pid);
}

bool ElementCalls::call(const Object& object, const char* interface, const char* name,
                        std::vector<dbus::Argument> arguments, const Read& read) {
  bool done = false;
  ProgramCalls calls(bus(), *found_.program, patience_.limit, patience_.check);
  calls.add(object, interface, name, std::move(arguments),
            [&](Reply& reply) { done = reply && read(reply); });
  run(calls);
  return done;
}

bool ElementCalls::get(const Object& object, const char* interface, const char* name,
                       const Read& read) {
  return call(object, "org.freedesktop.DBus.Properties", "Get", {interface, name}, read);
}

bool ElementCalls::call_that_says(const Object& object, const char* interface, const char* name,
                                  std::vector<dbus::Argument> arguments) {
  bool done = false;
  call(object, interface, name, std::move(arguments),
       [&](Reply& reply) { return reply.read(&done); });
  return done;
}

void ElementCalls::call_each(const std::vector<Object>& objects, const char* interface,
                             const char* name,
                             const std::function<void(std::size_t, Reply&)>& read) {
  ProgramCalls calls(bus(), *found_.program, patience_.limit, patience_.check);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    calls.add(objects[i], interface, name, {}, [&read, i](Reply& reply) {
      if (reply) read(i, reply);
    });
  }
  run(calls);
}

std::uint64_t ElementCalls::states(const Object& object) {
  std::uint64_t states = 0;
  call(object, kAccessible, "GetState", {},
       [&](Reply& reply) { return read_states(reply, &states); });
  return states;
}

std::vector<Object> ElementCalls::children(const Object& object, std::size_t most) {
  std::vector<Object> children;
  std::int32_t claimed = 0;
  get(object, kAccessible, "ChildCount",
      [&](Reply& reply) { return reply.enter('v', "i") && reply.read(&claimed); });
  // Programs make all objects that they are asked for, however many.
  if (claimed <= 0 || static_cast<std::size_t>(claimed) > most) return children;
  call(object, kAccessible, "GetChildren", {}, [&](Reply& reply) {
    Object child;
    if (!reply.enter('a', "(so)")) return false;
    while (children.size() < most && read_object(reply, &child)) children.push_back(child);
    return true;
  });
  return children;
}

bool ElementCalls::eventually(const std::function<bool()>& condition) {
  const Deadline end = std::min(patience_.limit, std::chrono::steady_clock::now() + kSoon);
  while (!condition()) {
    if (std::chrono::steady_clock::now() + kPause >= end) return false;
    if (patience_.check) patience_.check();
    std::this_thread::sleep_for(kPause);
  }
  return true;
}

bool ElementCalls::has_ended() const {
  const auto process = process_status(programs_.proc(), static_cast<pid_t>(found_.element.id.pid));
  return !process || process->state == 'Z' || process->start != found_.element.id.start;
}

}  // namespace native::atspi

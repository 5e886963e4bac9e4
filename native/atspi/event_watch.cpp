#include "native/atspi/event_watch.hpp"

#include <algorithm>
#include <array>
#include <thread>

#include "native/desktop/error.hpp"

namespace native::atspi {
namespace {

constexpr const char* kEvents = "org.a11y.atspi.Event.";
constexpr std::array<const char*, 5> kWanted = {
    "Object:StateChanged:", "Object:ChildrenChanged:", "Object:PropertyChange:",
    "Object:TextChanged:", "Window::"};
// Between looks at a program that has sent no event yet, and at one that has.
constexpr std::chrono::milliseconds kOften{150};
constexpr std::chrono::milliseconds kRarely{1000};
constexpr std::chrono::milliseconds kCheck{10};
constexpr std::chrono::milliseconds kFarewell{200};

}  // namespace

EventWatch::EventWatch(Programs& programs, std::int64_t pid, Deadline deadline)
    : programs_(programs), pid_(pid) {
  listen(deadline);
}

EventWatch::~EventWatch() {
  try {
    const Deadline deadline = std::chrono::steady_clock::now() + kFarewell;
    // On another bus than before nobody is registered.
    if (programs_.bus().generation() != generation_) return;
    for (const std::string& name : names_) {
      for (const char* event : kWanted) tell_registry("DeregisterEvent", {event}, deadline);
      tell_bus("RemoveMatch", name, deadline);
    }
    programs_.bus().connected(deadline).count_signals({});
  } catch (const Error&) {
  }
}

void EventWatch::tell_registry(const char* method, std::vector<dbus::Argument> arguments,
                               Deadline deadline) {
  programs_.bus().connected(deadline).call({.service = "org.a11y.atspi.Registry",
                                            .path = "/org/a11y/atspi/registry",
                                            .interface = "org.a11y.atspi.Registry",
                                            .name = method,
                                            .arguments = std::move(arguments)},
                                           deadline);
}

void EventWatch::tell_bus(const char* method, const std::string& name, Deadline deadline) {
  for (const char* kind : {"Object", "Window"}) {
    const std::string rule =
        "type='signal',sender='" + name + "',interface='" + kEvents + kind + "'";
    programs_.bus().connected(deadline).call({.service = "org.freedesktop.DBus",
                                              .path = "/org/freedesktop/DBus",
                                              .interface = "org.freedesktop.DBus",
                                              .name = method,
                                              .arguments = {rule}},
                                             deadline);
  }
}

void EventWatch::listen(Deadline deadline) {
  dbus::Bus& bus = programs_.bus().connected(deadline);
  generation_ = programs_.bus().generation();
  names_ = programs_.bus().programs_of(pid_, deadline);
  bus.count_signals(kEvents);
  known_ = bus.signals();
  for (const std::string& name : names_) {
    tell_bus("AddMatch", name, deadline);
    for (const char* event : kWanted)
      tell_registry("RegisterEvent", {event, dbus::Texts{}, name}, deadline);
  }
}

// Returns whether there was an event.
bool EventWatch::wait_slice(dbus::Bus& bus, Deadline end) {
  if (bus.wait_signal(known_, end)) return true;
  // On a lost bus wait_signal() returns at once.
  std::this_thread::sleep_until(end);
  return false;
}

void EventWatch::wait(Deadline deadline, const std::function<void()>& check) {
  if (names_.empty() || programs_.bus().generation() != generation_) listen(deadline);
  dbus::Bus& bus = programs_.bus().connected(deadline);
  const Deadline end =
      std::min(deadline, std::chrono::steady_clock::now() + (heard_ ? kRarely : kOften));
  while (std::chrono::steady_clock::now() < end) {
    check();
    if (wait_slice(bus, std::min(end, std::chrono::steady_clock::now() + kCheck))) {
      heard_ = true;
      break;
    }
  }
  known_ = bus.signals();
}

}  // namespace native::atspi

#include "native/dbus/program_silence.hpp"

#include <algorithm>

#include "native/desktop/error.hpp"

namespace native::dbus {
namespace {

std::string named(const std::string& service, std::int64_t pid) {
  return pid > 0 ? "program " + std::to_string(pid) : "program " + service;
}

}  // namespace

Deadline limited(Deadline deadline) {
  return std::min<Deadline>(deadline, std::chrono::steady_clock::now() + kTimeOfProgram);
}

bool is_on_bus(Bus& bus, const std::string& service, Deadline deadline) {
  Reply reply = bus.call({"org.freedesktop.DBus",
                          "/org/freedesktop/DBus",
                          "org.freedesktop.DBus",
                          "NameHasOwner",
                          {service}},
                         deadline);
  bool owned = true;
  return !reply || !reply.read(&owned) || owned;
}

void throw_unanswered(Bus& bus, const std::string& service, std::int64_t pid, Deadline deadline) {
  constexpr std::chrono::milliseconds kAsking{500};
  const Deadline soon = std::max<Deadline>(deadline, std::chrono::steady_clock::now() + kAsking);
  if (!is_on_bus(bus, service, soon))
    throw Error("WINDOW_NOT_FOUND", named(service, pid) + " has ended", "Start it again.",
                {{"reason", "gone"}});
  throw Error("TIMEOUT", named(service, pid) + " does not answer",
              "It may be busy or stopped; try again, or end it.", {{"reason", "hung"}});
}

}  // namespace native::dbus

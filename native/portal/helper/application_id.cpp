#include "native/portal/helper/application_id.hpp"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "native/portal/refusal.hpp"

namespace native::portal {
namespace {

// That of its desktop file.
constexpr const char* kApplicationId = "org.peekaboo.Peekaboo";
constexpr const char* kSystemd = "org.freedesktop.systemd1";
// How long the session's systemd may take.
constexpr std::chrono::milliseconds kScopePatience{500};
constexpr std::chrono::milliseconds kBetweenLooks{10};

// The portal reads the id from this name, as the specification of desktop environments has it.
std::string scope_prefix() { return std::string("app-") + kApplicationId + "-"; }

bool is_in_own_scope() {
  std::ifstream file("/proc/self/cgroup");
  const std::string groups{std::istreambuf_iterator<char>(file), {}};
  return groups.find("/" + scope_prefix()) != std::string::npos;
}

bool has_owner(SessionBus& bus, const char* name, Deadline deadline) {
  const BusMessage message = bus.method("org.freedesktop.DBus", "/org/freedesktop/DBus",
                                        "org.freedesktop.DBus", "NameHasOwner");
  if (::sd_bus_message_append(message.get(), "s", name) < 0) return false;
  const SessionBus::Answer answer = bus.call(message, deadline);
  int owned = 0;
  return answer.message && ::sd_bus_message_read(answer.message.get(), "b", &owned) >= 0 && owned;
}

// Has systemd put this process into a scope with that name, and waits until it is there.
void move_to_own_scope(SessionBus& bus, Deadline deadline) {
  const std::string name = scope_prefix() + std::to_string(::getpid()) + ".scope";
  const BusMessage message = bus.method(kSystemd, "/org/freedesktop/systemd1",
                                        "org.freedesktop.systemd1.Manager", "StartTransientUnit");
  const int appended =
      ::sd_bus_message_append(message.get(), "ssa(sv)a(sa(sv))", name.c_str(), "fail", 2,
                              "Description", "s", "Peekaboo's link to the desktop portal", "PIDs",
                              "au", 1, static_cast<std::uint32_t>(::getpid()), 0);
  if (appended < 0 || !bus.call(message, deadline).message) return;
  while (!is_in_own_scope() && Clock::now() < deadline) std::this_thread::sleep_for(kBetweenLooks);
}

// Tells newer portals (1.20) the id, for which the desktop file must be installed.
void tell_portal(SessionBus& bus, Deadline deadline) {
  const BusMessage message =
      bus.method("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                 "org.freedesktop.host.portal.Registry", "Register");
  if (::sd_bus_message_append(message.get(), "sa{sv}", kApplicationId, 0) >= 0)
    bus.call(message, deadline);
}

}  // namespace

void take_application_id(SessionBus& bus, Deadline deadline) {
  // A process moves once, for all of its connections.
  static std::atomic<bool> asked{false};
  const Deadline until = std::min(deadline, Clock::now() + kScopePatience);
  try {
    if (!asked.exchange(true) && has_owner(bus, kSystemd, until)) move_to_own_scope(bus, until);
  } catch (const Refusal&) {
    if (Clock::now() < until || until == deadline) throw;
  }
  tell_portal(bus, deadline);
}

}  // namespace native::portal

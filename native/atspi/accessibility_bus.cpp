#include "native/atspi/accessibility_bus.hpp"

#include <algorithm>

#include "native/atspi/names.hpp"
#include "native/dbus/pipeline.hpp"
#include "native/desktop/error.hpp"
#include "native/linux/desktop_session.hpp"

namespace native::atspi {
namespace {

using dbus::Bus;
using dbus::Reply;

constexpr const char* kStatus = "org.a11y.Status";
constexpr const char* kProperties = "org.freedesktop.DBus.Properties";
constexpr std::size_t kMaxPrograms = 500;
constexpr std::chrono::seconds kReaction{3};  // that programs take to notice the switch

[[noreturn]] void throw_unreachable(const char* reason, const std::string& message,
                                    const char* remedy) {
  throw Error("PERMISSION_ERROR_ACCESSIBILITY", message, remedy, {{"reason", reason}});
}

[[noreturn]] void throw_silent(const char* who) {
  throw Error("TIMEOUT", std::string(who) + " did not answer in time", {},
              {{"reason", "accessibility bus"}});
}

std::optional<bool> read_switch(Bus& session, Deadline deadline, bool starts_service = true) {
  bool on = false;
  Reply reply = session.call({.service = "org.a11y.Bus",
                              .path = "/org/a11y/bus",
                              .interface = kProperties,
                              .name = "Get",
                              .arguments = {kStatus, "IsEnabled"},
                              .starts_service = starts_service},
                             deadline);
  if (!reply || !reply.enter('v', "b") || !reply.read(&on)) return std::nullopt;
  return on;
}

void check_state(const Bus& session) {
  if (session.state() == Bus::State::kSilent) throw_silent("the session bus");
  if (session.state() == Bus::State::kAbsent)
    throw_unreachable("no session bus", "no D-Bus session bus was found, which accessibility needs",
                      "Install dbus-user-session (Debian, Ubuntu) and log in again, or set "
                      "DBUS_SESSION_BUS_ADDRESS.");
}

// Returns the address of the accessibility bus, "" when there is none. Starts the bus.
std::string ask_address(Bus& session, Deadline deadline) {
  std::string address;
  Reply reply = session.call({.service = "org.a11y.Bus",
                              .path = "/org/a11y/bus",
                              .interface = "org.a11y.Bus",
                              .name = "GetAddress",
                              .starts_service = true},
                             deadline);
  check_state(session);
  if (reply) reply.read(&address);
  return address;
}

}  // namespace

BusRoots BusRoots::system() {
  BusRoots roots;
  roots.session_bus = [] { return find_session_bus(SessionRoots::system()); };
  return roots;
}

bool AccessibilityBus::just_switched_on() const {
  return std::chrono::steady_clock::now() - switched_on_ < kReaction;
}

// Turned on for as long as the session lasts, and some desktops keep it for ever; at-spi2-core 2.60
// turns it off again once the connection has gone by which it was turned on.
bool AccessibilityBus::switch_on(Bus& session, Deadline deadline) {
  if (read_switch(session, deadline) != false) return false;
  if (!roots_.switches_on)
    throw_unreachable(
        "switched off", "accessibility is turned off in this session",
        "Unset PEEKABOO_ENABLE_ACCESSIBILITY, so that Peekaboo turns it on, or turn it on in "
        "the settings of the desktop.");
  session.call({.service = "org.a11y.Bus",
                .path = "/org/a11y/bus",
                .interface = kProperties,
                .name = "Set",
                .arguments = {kStatus, "IsEnabled", dbus::BoolVariant{true}}},
               deadline);
  switched_on_ = std::chrono::steady_clock::now();
  return true;
}

void AccessibilityBus::connect(Deadline deadline) {
  auto connection = std::make_unique<Bus>(roots_.session_bus());
  Bus& session = *connection;
  session.connect(deadline);
  check_state(session);
  const std::string address = ask_address(session, deadline);
  if (address.empty())
    throw_unreachable("not installed", "this session has no accessibility bus (org.a11y.Bus)",
                      "Install at-spi2-core and start the programs anew.");
  if (switch_on(session, deadline)) switched_on_by_ = std::move(connection);
  bus_.emplace(address);
  ++generation_;
}

Bus& AccessibilityBus::connected(Deadline deadline) {
  for (const bool is_new : {false, true}) {
    if (!bus_ || is_new) connect(deadline);
    // A connection that is lost is not made again: programs have other names on a new bus.
    if (bus_->generation() > 1 || bus_->connect(deadline) == Bus::State::kAbsent) continue;
    if (bus_->state() == Bus::State::kSilent) throw_silent("the accessibility bus");
    if (bus_->generation() == 1) return *bus_;
  }
  bus_.reset();
  throw_unreachable("lost", "the accessibility bus cannot be reached",
                    "Log in again if this stays so.");
}

AccessibilityBus::Offer AccessibilityBus::offer(Deadline deadline) {
  Bus session(roots_.session_bus());
  session.connect(deadline);
  check_state(session);
  const std::optional<bool> on = read_switch(session, deadline, false);
  check_state(session);
  if (on) return *on ? Offer::kOn : Offer::kOff;
  Reply names = session.call({"org.freedesktop.DBus", "/org/freedesktop/DBus",
                              "org.freedesktop.DBus", "ListActivatableNames"},
                             deadline);
  std::string name;
  if (!names || !names.enter('a', "s")) return Offer::kNothing;
  while (names.read(&name))
    if (name == "org.a11y.Bus") return Offer::kOnDemand;
  return Offer::kNothing;
}

std::optional<std::int64_t> AccessibilityBus::process_of(const std::string& name,
                                                         Deadline deadline) {
  std::uint32_t pid = 0;
  Reply reply = connected(deadline).call({"org.freedesktop.DBus",
                                          "/org/freedesktop/DBus",
                                          "org.freedesktop.DBus",
                                          "GetConnectionUnixProcessID",
                                          {name}},
                                         deadline);
  if (!reply || !reply.read(&pid)) return std::nullopt;
  return pid;
}

std::vector<AccessibilityBus::Program> AccessibilityBus::programs(Bus& bus, Deadline deadline) {
  std::vector<Program> found;
  Reply list = bus.call({.service = "org.a11y.atspi.Registry",
                         .path = kRootPath,
                         .interface = "org.a11y.atspi.Accessible",
                         .name = "GetChildren",
                         .starts_service = true},
                        deadline);
  if (bus.state() == Bus::State::kSilent) throw_silent("the accessibility registry");
  if (!list || !list.enter('a', "(so)")) return found;
  while (found.size() < kMaxPrograms && list.enter('r', "so")) {
    std::string name;
    if (list.read(&name) && list.next_type().first == 'o') list.skip("o");
    if (name.starts_with(':')) found.push_back({name, 0});
    list.leave();
  }
  dbus::Pipeline asking(bus, deadline);
  for (Program& each : found) {
    asking.add({"org.freedesktop.DBus",
                "/org/freedesktop/DBus",
                "org.freedesktop.DBus",
                "GetConnectionUnixProcessID",
                {each.name}},
               [&each](Reply& reply) {
                 std::uint32_t pid = 0;
                 if (reply && reply.read(&pid)) each.pid = pid;
               });
  }
  if (!asking.run()) throw_silent("the accessibility bus");
  return found;
}

std::vector<std::string> AccessibilityBus::programs_of(std::int64_t pid, Deadline deadline) {
  std::vector<std::string> names;
  for (const Program& each : programs(connected(deadline), deadline))
    if (each.pid == pid) names.push_back(each.name);
  return names;
}

std::vector<std::int64_t> AccessibilityBus::registered_processes(Deadline deadline) {
  std::vector<std::int64_t> processes;
  Bus session(roots_.session_bus());
  session.connect(deadline);
  check_state(session);
  const std::string address = ask_address(session, deadline);
  if (address.empty()) return processes;
  Bus bus(address);
  if (bus.connect(deadline) != Bus::State::kThere) return processes;
  for (const Program& each : programs(bus, deadline)) processes.push_back(each.pid);
  return processes;
}

}  // namespace native::atspi

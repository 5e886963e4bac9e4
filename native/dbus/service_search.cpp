#include "native/dbus/service_search.hpp"

#include <algorithm>

#include "native/linux/installed_program.hpp"

namespace native::dbus {
namespace {

constexpr const char* kMessageBus = "org.freedesktop.DBus";
constexpr const char* kMessageBusPath = "/org/freedesktop/DBus";
constexpr std::size_t kMaxNames = 4096;
constexpr std::size_t kMaxBusName = 255;  // bytes, by the specification

const Provider& bus_provider() {
  static const Provider kProvider{"message bus", kMessageBus, "dbus-daemon", "dbus-user-session",
                                  "log in to a desktop, or set DBUS_SESSION_BUS_ADDRESS"};
  return kProvider;
}

void check_bus(const Bus& bus) {
  if (bus.state() == Bus::State::kSilent)
    throw provider_unavailable(bus_provider(), ProviderFault::kSilent);
  if (bus.state() == Bus::State::kAbsent)
    throw provider_unavailable(bus_provider(), ProviderFault::kNotRunning);
}

bool is_activatable(Bus& bus, const std::string& name, Deadline deadline) {
  Reply reply =
      bus.call({kMessageBus, kMessageBusPath, kMessageBus, "ListActivatableNames"}, deadline);
  check_bus(bus);
  std::string each;
  if (!reply || !reply.enter('a', "s")) return false;
  for (std::size_t i = 0; i < kMaxNames && reply.read(&each, 's', kMaxBusName); ++i)
    if (each == name) return true;
  return false;
}

// Returns whether an error is that of a bus which could not start a service for a call.
bool says_not_started(const std::string& error) {
  return error.starts_with("org.freedesktop.DBus.Error.Spawn.") ||
         error.starts_with("org.freedesktop.systemd1.");
}

}  // namespace

Deadline within(Deadline deadline, std::chrono::milliseconds patience) {
  return std::min<Deadline>(deadline, std::chrono::steady_clock::now() + patience);
}

ServiceOwner find_service(Bus& bus, const std::string& name, Deadline deadline) {
  ServiceOwner owner;
  {
    Reply reply =
        bus.call({kMessageBus, kMessageBusPath, kMessageBus, "GetNameOwner", {name}}, deadline);
    check_bus(bus);
    if (reply) reply.read(&owner.unique, 's', kMaxBusName);
  }
  if (owner.unique.empty()) {
    owner.can_start = is_activatable(bus, name, deadline);
    return owner;
  }
  std::uint32_t pid = 0;
  Reply reply = bus.call(
      {kMessageBus, kMessageBusPath, kMessageBus, "GetConnectionUnixProcessID", {owner.unique}},
      deadline);
  check_bus(bus);
  if (reply && reply.read(&pid)) owner.pid = pid;
  return owner;
}

ServiceOwner require_service(Bus& bus, const Provider& provider, const std::string& name,
                             Deadline deadline) {
  ServiceOwner owner = find_service(bus, name, deadline);
  if (owner.unique.empty() && !owner.can_start)
    throw provider_unavailable(provider, is_installed(provider.program)
                                             ? ProviderFault::kNotRunning
                                             : ProviderFault::kNotInstalled);
  return owner;
}

void throw_failed_call(Bus& bus, const Provider& provider) {
  if (bus.state() == Bus::State::kSilent)
    throw provider_unavailable(provider, ProviderFault::kSilent);
  if (bus.state() == Bus::State::kAbsent)
    throw provider_unavailable(bus_provider(), ProviderFault::kNotRunning);
  if (bus.service_missing()) throw provider_unavailable(provider, ProviderFault::kNotRunning);
  if (says_not_started(bus.error_name()))
    throw provider_unavailable(provider, ProviderFault::kDoesNotStart);
  throw provider_unavailable(provider, ProviderFault::kRefuses);
}

}  // namespace native::dbus

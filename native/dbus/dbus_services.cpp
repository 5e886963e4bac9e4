#include "native/dbus/dbus_services.hpp"

#include <utility>

#include "native/dbus/bus.hpp"

namespace native {
namespace {

using dbus::Bus;
using dbus::Method;
using dbus::Reply;

constexpr const char* kBus = "org.freedesktop.DBus";
constexpr const char* kBusPath = "/org/freedesktop/DBus";
constexpr const char* kPeer = "org.freedesktop.DBus.Peer";
constexpr std::size_t kMaxNames = 4096;
constexpr std::size_t kMaxName = 255;  // bytes, by the specification

Method bus_method(const char* name, std::vector<dbus::Argument> arguments = {}) {
  return {kBus, kBusPath, kBus, name, std::move(arguments)};
}

bool is_activatable(Bus& bus, const std::string& name, Deadline deadline) {
  Reply reply = bus.call(bus_method("ListActivatableNames"), deadline);
  if (!reply || !reply.enter('a', "s")) return false;
  std::string each;
  for (std::size_t i = 0; i < kMaxNames && reply.read(&each, 's', kMaxName); ++i)
    if (each == name) return true;
  return false;
}

std::string owner_of(Bus& bus, const std::string& name, Deadline deadline) {
  Reply reply = bus.call(bus_method("GetNameOwner", {name}), deadline);
  std::string owner;
  return reply && reply.read(&owner, 's', kMaxName) ? owner : std::string();
}

std::int64_t process_of(Bus& bus, const std::string& owner, Deadline deadline) {
  Reply reply = bus.call(bus_method("GetConnectionUnixProcessID", {owner}), deadline);
  std::uint32_t pid = 0;
  return reply && reply.read(&pid) ? pid : 0;
}

class DbusServices : public Services {
 public:
  explicit DbusServices(BusAddresses addresses) : addresses_(std::move(addresses)) {}

  ServiceState state(BusKind kind, const std::string& name, bool ping, Deadline deadline) override {
    const std::string which = kind == BusKind::kSession ? "session bus" : "system bus";
    const std::string address =
        kind == BusKind::kSession ? addresses_.session() : addresses_.system();
    ServiceState result;
    Bus bus(address);
    if (bus.connect(deadline) != Bus::State::kThere) {
      const bool silent = bus.state() == Bus::State::kSilent;
      result.fault = silent ? which + " does not answer" : "no " + which;
      return result;
    }
    result.owner = owner_of(bus, name, deadline);
    if (result.owner.empty()) {
      result.activatable = is_activatable(bus, name, deadline);
    } else {
      result.pid = process_of(bus, result.owner, deadline);
      // Any answer is one: some programs refuse calls that they do not know.
      if (ping) result.answers = answers(bus, result.owner, deadline);
    }
    if (bus.state() == Bus::State::kSilent && !ping) result.fault = which + " does not answer";
    return result;
  }

 private:
  static bool answers(Bus& bus, const std::string& owner, Deadline deadline) {
    const Reply reply = bus.call({owner, "/", kPeer, "Ping"}, deadline);
    return reply || (bus.state() == Bus::State::kThere && !bus.service_missing());
  }

  const BusAddresses addresses_;
};

}  // namespace

std::unique_ptr<Services> open_dbus_services(BusAddresses addresses) {
  return std::make_unique<DbusServices>(std::move(addresses));
}

}  // namespace native

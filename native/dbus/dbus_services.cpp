#include "native/dbus/dbus_services.hpp"

#include <utility>

#include "native/dbus/bus.hpp"
#include "native/dbus/service_search.hpp"

namespace native {
namespace {

using dbus::Bus;
using dbus::Reply;

constexpr const char* kPeer = "org.freedesktop.DBus.Peer";

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
    try {
      const dbus::ServiceOwner owner = dbus::find_service(bus, name, deadline);
      result.owner = owner.unique;
      result.pid = owner.pid;
      result.activatable = owner.can_start;
    } catch (const Error&) {
      result.fault = which + " does not answer";
      return result;
    }
    // Any answer is one: some programs refuse calls that they do not know.
    if (ping && !result.owner.empty()) result.answers = answers(bus, result.owner, deadline);
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

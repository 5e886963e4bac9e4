#include "native/dbus/dbus_power.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "native/dbus/bus.hpp"
#include "native/dbus/properties.hpp"
#include "native/dbus/service_search.hpp"
#include "native/linux/batteries.hpp"

namespace native {
namespace {

using dbus::Bus;
using dbus::Properties;
using dbus::Reply;

constexpr const char* kUPower = "org.freedesktop.UPower";
constexpr const char* kUPowerPath = "/org/freedesktop/UPower";
// All batteries together, as desktops show them.
constexpr const char* kTogether = "/org/freedesktop/UPower/devices/DisplayDevice";
constexpr const char* kDevice = "org.freedesktop.UPower.Device";
constexpr std::size_t kMaxDevices = 64;
constexpr std::uint32_t kTypeBattery = 2;  // of the property "Type"

const Provider& power_provider() {
  static const Provider kProvider{"battery service", kUPower, "/usr/libexec/upowerd", "upower",
                                  "systemctl restart upower"};
  return kProvider;
}

// States of UPower, by their numbers.
std::string state_of(std::uint32_t number) {
  switch (number) {
    case 1:
      return "charging";
    case 2:
    case 3:  // empty
    case 6:  // waits to be discharged
      return "discharging";
    case 4:
      return "full";
    case 5:  // waits to be charged
      return "not charging";
    default:
      return "unknown";
  }
}

bool is_battery(const Properties& device) {
  return dbus::value_of<std::uint32_t>(device, "Type", 0) == kTypeBattery &&
         dbus::value_of(device, "IsPresent", false) && dbus::value_of(device, "PowerSupply", false);
}

Battery battery_of(const Properties& device) {
  Battery battery;
  battery.present = true;
  const double percentage = dbus::value_of(device, "Percentage", 0.0);
  battery.percentage = std::isfinite(percentage) ? std::clamp(percentage, 0.0, 100.0) : 0;
  battery.state = state_of(dbus::value_of<std::uint32_t>(device, "State", 0));
  battery.charging = battery.state == "charging";
  battery.source = "UPower";
  return battery;
}

// Asks UPower on one connection.
class UPower {
 public:
  UPower(Bus& bus, Deadline deadline) : bus_(bus), deadline_(deadline) {}

  // Returns the battery, or that there is none. Throws "PROVIDER_UNAVAILABLE".
  Battery battery() {
    const Properties together = device(kTogether);
    if (is_battery(together)) return battery_of(together);
    for (const std::string& path : devices())
      if (const Properties each = device(path); is_battery(each)) return battery_of(each);
    Battery none;
    none.source = "UPower";
    return none;
  }

 private:
  Properties device(const std::string& path) {
    Reply reply = bus_.call(
        {kUPower, path, "org.freedesktop.DBus.Properties", "GetAll", {kDevice}, true}, deadline_);
    if (!reply && bus_.state() != Bus::State::kThere)
      dbus::throw_failed_call(bus_, power_provider());
    return dbus::read_properties(reply);
  }

  std::vector<std::string> devices() {
    std::vector<std::string> paths;
    Reply reply = bus_.call({kUPower, kUPowerPath, kUPower, "EnumerateDevices"}, deadline_);
    if (!reply) dbus::throw_failed_call(bus_, power_provider());
    std::string path;
    if (!reply.enter('a', "o"))
      throw provider_unavailable(power_provider(), ProviderFault::kRefuses,
                                 "its answer has another type");
    while (paths.size() < kMaxDevices && reply.read(&path, 'o')) paths.push_back(path);
    return paths;
  }

  Bus& bus_;
  const Deadline deadline_;
};

class DbusPower : public Power {
 public:
  explicit DbusPower(PowerRoots roots) : roots_(std::move(roots)) {}

  Battery battery(Deadline deadline) override {
    std::optional<Error> failure;
    try {
      if (auto found = by_service(std::min(deadline, Deadline::clock::now() + kPatience)))
        return *found;
    } catch (const Error& error) {
      failure = error;
    }
    Battery found = read_batteries(roots_.folder);
    // A service that fails may know a battery that the kernel's files do not show.
    if (failure && !found.present) throw Error(*failure);
    return found;
  }

 private:
  // Returns nothing where UPower is not there to be asked.
  std::optional<Battery> by_service(Deadline deadline) {
    Bus bus(roots_.system_bus());
    if (bus.connect(deadline) == Bus::State::kAbsent) return std::nullopt;
    const dbus::ServiceOwner owner = dbus::find_service(bus, kUPower, deadline);
    if (owner.unique.empty() && !owner.can_start) return std::nullopt;
    return UPower(bus, deadline).battery();
  }

  const PowerRoots roots_;
};

}  // namespace

std::unique_ptr<Power> open_dbus_power(PowerRoots roots) {
  return std::make_unique<DbusPower>(std::move(roots));
}

}  // namespace native

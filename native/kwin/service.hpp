#pragma once

#include <sys/types.h>

#include <memory>
#include <string>
#include <utility>

#include "native/dbus/bus.hpp"
#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"

// KWin's services on the session bus: org.kde.KWin.ScreenShot2 and org.kde.kwin.Scripting.
namespace native::kwin {

// KWin has left the bus.
struct ServiceLost {};
// KWin has not answered by the deadline.
struct ServiceLate {};

// The services of one KWin. Nothing blocks beyond its deadline.
class Service {
 public:
  // Returns null unless `compositor`, or a process that it started, has KWin's name on this bus.
  // `compositor` 0: it is not known, and any KWin is taken. Throws ServiceLate.
  static std::unique_ptr<Service> find(const std::string& bus_address, const std::string& proc,
                                       pid_t compositor, Deadline deadline);

  dbus::Bus& bus() { return *bus_; }
  // Returns KWin's unique name: nobody can answer in its place.
  const std::string& owner() const { return owner_; }
  // Throws ServiceLost or ServiceLate for a call that failed for lack of an answer; returns
  // otherwise.
  void check_answer();

 private:
  Service(std::unique_ptr<dbus::Bus> bus, std::string owner)
      : bus_(std::move(bus)), owner_(std::move(owner)) {}

  std::unique_ptr<dbus::Bus> bus_;
  const std::string owner_;
};

}  // namespace native::kwin

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "native/dbus/bus.hpp"

namespace native::dbus {

// The compositor has left the bus.
struct ServiceLost {};
// The compositor has not answered by the deadline.
struct ServiceLate {};

// What one compositor offers on the session bus. Nothing blocks beyond its deadline.
class CompositorService {
 public:
  // Returns null unless `compositor`, or a process that it started, has `name` on this bus.
  // `compositor` 0: it is not known, and any owner is taken. Throws ServiceLate.
  static std::unique_ptr<CompositorService> find(const std::string& name,
                                                 const std::string& bus_address,
                                                 const std::string& proc, pid_t compositor,
                                                 Deadline deadline);

  Bus& bus() { return *bus_; }
  const std::string& address() const { return address_; }
  // Returns the compositor's unique name: nobody can answer in its place.
  const std::string& owner() const { return owner_; }
  // Throws ServiceLost or ServiceLate for a call that failed for lack of an answer; returns
  // otherwise.
  void check_answer();

 private:
  CompositorService(std::unique_ptr<Bus> bus, std::string address, std::string owner)
      : bus_(std::move(bus)), address_(std::move(address)), owner_(std::move(owner)) {}

  std::unique_ptr<Bus> bus_;
  const std::string address_;
  const std::string owner_;
};

}  // namespace native::dbus

#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "native/dbus/bus.hpp"
#include "native/desktop/providers/provider.hpp"

// Finds out whether a service can be called before it is called, so that no call waits for one that
// there is not.
namespace native::dbus {

// Returns a deadline, or the end of the patience from now on when that comes first.
Deadline within(Deadline deadline, std::chrono::milliseconds patience);

// Who has a name on the bus.
struct ServiceOwner {
  std::string unique;      // the unique name; "" when nobody has it
  std::int64_t pid = 0;    // of its process; 0 when that is not known
  bool can_start = false;  // the bus would start the service for a call
};

// Throws "PROVIDER_UNAVAILABLE" when the bus does not answer.
ServiceOwner find_service(Bus& bus, const std::string& name, Deadline deadline);
// The same, and throws when nobody has the name and the bus would start nobody either.
ServiceOwner require_service(Bus& bus, const Provider& provider, const std::string& name,
                             Deadline deadline);
// Throws "PROVIDER_UNAVAILABLE" for a call that has failed, by what the bus knows then.
[[noreturn]] void throw_failed_call(Bus& bus, const Provider& provider);

}  // namespace native::dbus

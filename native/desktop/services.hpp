#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "native/desktop/records.hpp"

// The seam for what message buses know of services: who is there, and who could be started.
namespace native {

enum class BusKind { kSession, kSystem };

// What a bus says of one service at this moment.
struct ServiceState {
  std::string fault;         // why the bus cannot be asked; "" when it has answered
  std::string owner;         // its unique name on the bus; "" when it does not run
  std::int64_t pid = 0;      // the owner's process; 0 when that is not known
  bool activatable = false;  // the bus starts it when it is needed
  bool answers = false;      // the owner has answered, where that was asked
};

// Asks message buses. Thread-safe.
class Services {
 public:
  virtual ~Services() = default;
  // Returns what the bus says of the service called `name`, and with `ping` whether it answers by
  // the deadline. Starts nothing and never throws.
  virtual ServiceState state(BusKind bus, const std::string& name, bool ping,
                             Deadline deadline) = 0;
};

// Opens what this machine offers. Connects to nothing before it is used.
std::unique_ptr<Services> open_services();

}  // namespace native

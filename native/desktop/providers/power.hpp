#pragma once

#include <memory>
#include <string>

#include "native/desktop/records.hpp"

// The seam for the machine's batteries.
namespace native {

struct Battery {
  bool present = false;     // false: the machine runs on mains alone
  double percentage = 100;  // of all batteries together
  bool charging = false;
  std::string state;   // "charging", "discharging", "full", "not charging", "unknown"; "" without
  std::string source;  // who said so: "UPower", "sysfs"
};

// Tells of the batteries that supply the machine; those of a mouse do not count. Any thread.
class Power {
 public:
  // The time in which a service must answer.
  static constexpr std::chrono::milliseconds kPatience{2000};

  virtual ~Power() = default;
  // "PROVIDER_UNAVAILABLE" when the service that knows does not answer, and the kernel knows no
  // battery.
  virtual Battery battery(Deadline deadline) = 0;
};

// Opens what this machine offers. Connects to nothing. `folder` is where the kernel shows
// batteries, "/sys/class/power_supply".
std::unique_ptr<Power> open_power(const std::string& folder);

}  // namespace native

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/dbus/bus.hpp"

namespace native::atspi {

// Where accessibility is searched for. Tests supply a bus of their own.
struct BusRoots {
  std::function<std::string()> session_bus;  // returns an address; "" when there is none
  std::string proc = "/proc";
  bool switches_on = true;  // may turn the session's accessibility on

  // Returns the roots for this process on this machine.
  static BusRoots system();
};

// The bus on which programs offer their elements. Connects at first use and again after a loss. One
// thread at a time.
class AccessibilityBus {
 public:
  explicit AccessibilityBus(BusRoots roots) : roots_(std::move(roots)) {}

  // Returns the connection. "PERMISSION_ERROR_ACCESSIBILITY" when the session offers none or it is
  // turned off, "TIMEOUT" when it does not answer.
  dbus::Bus& connected(Deadline deadline);
  // Counts connections: what is known of programs holds for one of them.
  std::uint64_t generation() const { return generation_; }
  // Returns whether accessibility was turned on by this object a moment ago, so that programs are
  // still reacting.
  bool just_switched_on() const;
  // Returns the names of the programs of a process on the bus.
  std::vector<std::string> programs_of(std::int64_t pid, Deadline deadline);
  // Returns the process of each program that is registered. Turns nothing on, but starts the bus.
  std::vector<std::int64_t> registered_processes(Deadline deadline);
  // Returns the process of a name on the bus.
  std::optional<std::int64_t> process_of(const std::string& name, Deadline deadline);
  // What the session offers, without starting anything.
  enum class Offer { kNothing, kOnDemand, kOff, kOn };
  Offer offer(Deadline deadline);
  bool may_switch_on() const { return roots_.switches_on; }
  // Returns the address of the session's bus; "" when there is none.
  std::string session_bus() const { return roots_.session_bus(); }
  const std::string& proc() const { return roots_.proc; }

 private:
  struct Program {
    std::string name;
    std::int64_t pid;
  };
  void connect(Deadline deadline);
  // Returns whether it was off.
  bool switch_on(dbus::Bus& session, Deadline deadline);
  std::vector<Program> programs(dbus::Bus& bus, Deadline deadline);

  BusRoots roots_;
  std::unique_ptr<dbus::Bus> switched_on_by_;  // it stays on as long as this connection
  std::optional<dbus::Bus> bus_;
  std::uint64_t generation_ = 0;
  std::chrono::steady_clock::time_point switched_on_{};
};

}  // namespace native::atspi

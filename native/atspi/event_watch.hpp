#pragma once

#include <string>
#include <vector>

#include "native/atspi/programs.hpp"
#include "native/desktop/elements.hpp"

namespace native::atspi {

// Listens for the events of one process. Registered at the registry only while it lives, because
// every listener costs each program of the session time.
class EventWatch : public ElementWatch {
 public:
  EventWatch(Programs& programs, std::int64_t pid, Deadline deadline);
  ~EventWatch() override;
  EventWatch(const EventWatch&) = delete;
  EventWatch& operator=(const EventWatch&) = delete;

  void wait(Deadline deadline, const std::function<void()>& check) override;

 private:
  void listen(Deadline deadline);
  void tell_registry(const char* method, std::vector<dbus::Argument> arguments, Deadline deadline);
  void tell_bus(const char* method, const std::string& name, Deadline deadline);
  bool wait_slice(dbus::Bus& bus, Deadline end);

  Programs& programs_;
  const std::int64_t pid_;
  std::vector<std::string> names_;  // of the process on the bus
  std::uint64_t generation_ = 0;    // of the bus that they are on
  std::uint64_t known_ = 0;         // events
  bool heard_ = false;
};

}  // namespace native::atspi

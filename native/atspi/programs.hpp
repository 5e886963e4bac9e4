#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "native/atspi/accessibility_bus.hpp"
#include "native/atspi/program_calls.hpp"
#include "native/linux/process_info.hpp"

namespace native::atspi {

// A program as messages name it.
std::string named(std::int64_t pid);
// Throws "TIMEOUT". `how`: such as " is stopped".
[[noreturn]] void throw_hung(std::int64_t pid, const char* how);

// The programs that offer elements, by process. One thread at a time.
class Programs {
 public:
  explicit Programs(BusRoots roots) : bus_(std::move(roots)) {}

  AccessibilityBus& bus() { return bus_; }
  const std::string& proc() const { return bus_.proc(); }
  // Returns the process. "WINDOW_NOT_FOUND" when it has ended, "TIMEOUT" when it is stopped.
  ProcessStatus checked_process(std::int64_t pid) const;
  // Returns whether the process may still be about to offer its elements.
  bool is_starting(const ProcessStatus& process) const;
  // Returns the names of a process on the bus; waits for those of one that has just started.
  // "UNSUPPORTED" when there are none.
  std::vector<std::string> names_of(std::int64_t pid, Deadline deadline);
  // Returns a program, which knows that somebody is interested.
  Program& prepared(const std::string& name, std::int64_t pid, Deadline deadline);
  // Returns whether a name on the bus is the process or a child of it, such as a browser's page.
  bool belongs(const std::string& bus, std::int64_t pid, Deadline deadline);
  // Throws why a program did not answer.
  [[noreturn]] void throw_silent(std::int64_t pid) const;
  // Throws why a connection was lost: the program has ended, or the bus.
  [[noreturn]] void throw_lost(std::int64_t pid) const;

 private:
  AccessibilityBus bus_;
  std::map<std::string, Program> programs_;
  std::uint64_t generation_ = 0;  // of the bus that the programs are on
};

}  // namespace native::atspi

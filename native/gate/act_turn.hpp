#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/records.hpp"
#include "runtime/core/io/descriptor.hpp"

namespace native {

// Lets one process of the user act at a time, so that no drag is mixed with another's typing. A
// lock of the kernel: it ends with the process.
class ActTurn {
 public:
  // After this time without acts, a person is told again who acts.
  static constexpr std::chrono::seconds kQuiet{60};

  // Waits until it is our turn. `folders`: see common_folders(); none: every process may act at
  // once. `check` is called every few milliseconds. Throws Error "TIMEOUT" at the deadline, and
  // runtime::Error "FILE_IO_ERROR" when no folder can be used.
  ActTurn(const std::vector<std::string>& folders, Deadline deadline,
          const std::function<void()>& check);
  ~ActTurn();
  ActTurn(const ActTurn&) = delete;
  ActTurn& operator=(const ActTurn&) = delete;

  // Remembers, for the next turns of all processes, that this one was for an act. Returns whether
  // none was for kQuiet.
  bool begin_act();

 private:
  std::optional<runtime::Descriptor> file_;  // its time is that of the last act
  bool acts_ = false;
};

}  // namespace native

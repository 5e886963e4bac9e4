#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "native/desktop/records.hpp"

// The seam for programs that services of the session start or look after.
namespace native {

// Asks the services of the session. Any thread; connects for each call.
class SessionPrograms {
 public:
  // The time that starting a program may take, and that systemd may.
  static constexpr std::chrono::milliseconds kStart{10'000};
  static constexpr std::chrono::milliseconds kScope{500};

  virtual ~SessionPrograms() = default;
  // Has the application of the desktop entry `id` show its window, as the Desktop Entry
  // Specification has it ("D-Bus Activation"): the session bus starts it where it does not run.
  // Returns its process, 0 when that is not known. "UNSUPPORTED" when the bus does not know it,
  // "TIMEOUT" when it does not answer.
  virtual std::int64_t activate(const std::string& id, Deadline deadline) = 0;
  // Moves a process that was just started into a scope of its own where systemd looks after the
  // session, so that it does not end with who started it. Returns whether systemd has taken it.
  virtual bool give_scope(const std::string& id, std::int64_t pid, Deadline deadline) = 0;
};

// Opens what this machine offers. Connects to nothing.
std::unique_ptr<SessionPrograms> open_session_programs();

}  // namespace native

#pragma once

#include <memory>
#include <string>

#include "native/desktop/session_lock.hpp"
#include "native/gate/audit_log.hpp"
#include "native/gate/rate_limit.hpp"
#include "native/gate/stop_file.hpp"

namespace native {

// What the policy asks besides its rules. One for each process; any thread.
struct Safeguards {
  struct Settings {
    std::string runtime_folder;  // where the processes of the user meet
    std::string audit_path;      // the file of the log
    std::string display;         // the captured one, such as ":0"; "" when there is none
    std::unique_ptr<SessionLock> lock;  // null: nothing is ever locked
  };
  explicit Safeguards(Settings settings)
      : stop(settings.runtime_folder),
        rate(settings.runtime_folder),
        audit(std::move(settings.audit_path)),
        display(std::move(settings.display)),
        lock(std::move(settings.lock)) {}

  // Waits for the answer, at most LockQuestion::kPatience.
  LockState lock_state() const { return lock ? lock->ask(display).answer() : LockState{}; }

  StopFile stop;
  RateLimit rate;
  AuditLog audit;
  const std::string display;
  const std::unique_ptr<SessionLock> lock;
};

}  // namespace native

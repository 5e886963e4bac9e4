#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "native/desktop/session_lock.hpp"
#include "native/gate/audit_log.hpp"
#include "native/gate/rate_limit.hpp"
#include "native/gate/stop_file.hpp"

namespace native {

// The safeguards of the policy besides its rules. One for each process; any thread.
class Safeguards {
 public:
  struct Settings {
    std::vector<std::string> common_folders;  // where the processes of the user meet
    std::string audit_path;                   // the file of the log
    std::unique_ptr<SessionLock> lock;        // null: nothing is ever locked
  };
  explicit Safeguards(Settings settings)
      : stop(settings.common_folders),
        rate(settings.common_folders),
        audit(std::move(settings.audit_path)),
        lock(std::move(settings.lock)) {}

  // Keeps what an answer has to say for note().
  void note_lock(const LockState& state) {
    const std::lock_guard guard(mutex_);
    lock_note_ = state.kind == LockState::Kind::kUnknown ? state.reason : std::string();
    if (state.kind == LockState::Kind::kLocked) ++locked_;
  }
  // Returns a number that differs once captures were stopped, or refused because the session was
  // locked: pictures that were kept before are of another time.
  std::uint64_t epoch() const {
    const std::lock_guard guard(mutex_);
    return stop.changes() + (locked_ << 1);
  }
  // Returns why the last answer about the lock is none, for the person who gets the picture; ""
  // when it is one.
  std::string note() const {
    const std::lock_guard guard(mutex_);
    return lock_note_;
  }
  // Waits for the answer, at most LockQuestion::kPatience.
  LockState lock_state() const { return lock ? lock->ask().answer() : LockState{}; }

  StopFile stop;
  RateLimit rate;
  AuditLog audit;
  const std::unique_ptr<SessionLock> lock;

 private:
  mutable std::mutex mutex_;
  std::string lock_note_;
  std::uint64_t locked_ = 0;
};

}  // namespace native

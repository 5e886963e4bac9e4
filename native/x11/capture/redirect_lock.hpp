#pragma once

#include <string>

#include "native/desktop/records.hpp"

namespace native::x11 {

// Lets one thread at a time redirect a window, because of two simultaneous redirections neither
// could tell what the application has painted since its own began. The destructor unlocks.
class RedirectLock {
 public:
  // Waits until `until`; had() returns whether it has the lock.
  RedirectLock(const std::string& display, std::uint32_t window, Deadline until);
  ~RedirectLock();
  RedirectLock(const RedirectLock&) = delete;
  RedirectLock& operator=(const RedirectLock&) = delete;

  bool had() const { return had_; }

 private:
  std::string key_;
  bool had_;
};

}  // namespace native::x11

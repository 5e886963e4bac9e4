#pragma once

#include <string>

#include "native/desktop/records.hpp"

namespace native::x11 {

// One thread's turn to redirect a window: two redirections of one window at a time would hide from
// each other what the application has painted since which of them. Released when this object ends.
class RedirectLock {
 public:
  // Waits until `until`; had() tells whether the turn came.
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

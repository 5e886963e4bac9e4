#pragma once

#include <string>

#include "native/desktop/records.hpp"

namespace native::x11 {

// One thread's turn to redirect a window: two redirections of one window at a time would hide from
// each other what the application has painted since which of them. Released when this object ends.
class Turn {
 public:
  // Waits until `until`; had() tells whether the turn came.
  Turn(const std::string& display, std::uint32_t window, Deadline until);
  ~Turn();
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

  bool had() const { return had_; }

 private:
  std::string key_;
  bool had_;
};

}  // namespace native::x11

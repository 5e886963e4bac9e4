#pragma once

#include "runtime/core/condition.hpp"

namespace runtime {

// Wakes tasks of a loop from another thread.
class Doorbell {
 public:
  explicit Doorbell(Loop& loop);
  ~Doorbell();
  Doorbell(const Doorbell&) = delete;
  Doorbell& operator=(const Doorbell&) = delete;

  void ring();  // on any thread, also in a signal handler

  Condition rung;

 private:
  struct Box;
  Box* box_;  // outlives this until libuv has let go of the handle
};

}  // namespace runtime

#pragma once

#include "runtime/core/async/task.hpp"

namespace runtime {

// Counts the arrivals of one signal during its lifetime; several watches may share a number.
// Destroying the last one restores the previous handling. Use it on the loop thread and destroy it
// before the loop.
class SignalWatch {
 public:
  // Throws Error "INTERNAL_ERROR" for a signal that cannot be watched, such as SIGKILL.
  SignalWatch(Loop& loop, int number);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // Waits for the next arrival; those since the last call count as one. One caller at a time.
  Task<void> next();

 private:
  struct Box;
  void close();
  Box* box_;
};

}  // namespace runtime

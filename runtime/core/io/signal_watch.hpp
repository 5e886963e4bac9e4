#pragma once

#include "runtime/core/async/task.hpp"

namespace runtime {

// Counts the arrivals of one signal of the system while it lives; several for the same number are
// fine. What the program did at that signal before it does again once the last one is gone. Driven
// by the loop thread, which it must not outlive.
class SignalWatch {
 public:
  // Throws Error "INTERNAL_ERROR" for a signal that cannot be watched, such as SIGKILL.
  SignalWatch(Loop& loop, int number);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // Waits for the next arrival; those that came since the last call count as one. One caller at a
  // time.
  Task<void> next();

 private:
  struct Box;
  void close();
  Box* box_;
};

}  // namespace runtime

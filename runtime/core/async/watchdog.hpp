#pragma once

#include <time.h>

#include <atomic>
#include <functional>
#include <thread>

#include "runtime/core/async/loop.hpp"

namespace runtime {

// Notices that something holds the loop: one run that goes on and on, so that nobody else has a
// turn. It counts the processor's time of the loop's thread, not the clock's: while the loop sleeps
// nothing wakes here, and a busy machine is nobody's fault. Where the system has no such timer it
// notices nothing.
class Watchdog {
 public:
  // To be made on the loop's thread. `held` is told, on a thread of its own, that one run has gone
  // on for so many seconds: after `patience` to twice that, and again after as long each time.
  Watchdog(const Loop& loop, double patience, std::function<void(double seconds)> held);
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch(clockid_t clock);

  const Loop& loop_;
  const double patience_;
  const std::function<void(double)> held_;
  std::atomic<bool> ending_ = false;
  std::thread thread_;
};

}  // namespace runtime

#pragma once

#include <time.h>

#include <atomic>
#include <functional>
#include <thread>

#include "runtime/core/async/loop.hpp"

namespace runtime {

// Detects a run that blocks the loop. Counts the processor time of the loop's thread instead of
// clock time: it never wakes while the loop sleeps, and does not blame the loop on a busy machine.
// Detects nothing where the system lacks such a timer.
class Watchdog {
 public:
  // Create it on the loop's thread. Calls `held` on the watchdog's own thread with the number of
  // seconds that one run has taken: first after one to two times `patience`, then again at that
  // interval.
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

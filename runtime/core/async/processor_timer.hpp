#pragma once

#include <time.h>

#include <chrono>

namespace runtime {

// Signals the thread that makes it each time when another thread, or itself, has used so much
// processor time. Never wakes anything while that thread sleeps.
class ProcessorTimer {
 public:
  // `clock`: a thread's, from pthread_getcpuclockid(3).
  ProcessorTimer(clockid_t clock, std::chrono::nanoseconds each, int signal);
  ~ProcessorTimer();
  ProcessorTimer(const ProcessorTimer&) = delete;
  ProcessorTimer& operator=(const ProcessorTimer&) = delete;

  // Returns false where the system has no such timer.
  bool running() const { return running_; }

 private:
  timer_t timer_ = nullptr;
  bool made_ = false;
  bool running_ = false;
};

}  // namespace runtime

#pragma once

#include <time.h>

#include <chrono>

namespace runtime {

// Signals the thread that makes it when another thread, or itself, has used so much processor time.
// Never wakes anything while that thread sleeps.
class ProcessorTimer {
 public:
  enum class Signals { kRepeatedly, kOnce };

  // Starts. `clock`: a thread's, from pthread_getcpuclockid(3).
  ProcessorTimer(clockid_t clock, std::chrono::nanoseconds after, int signal, Signals signals);
  ~ProcessorTimer();
  ProcessorTimer(const ProcessorTimer&) = delete;
  ProcessorTimer& operator=(const ProcessorTimer&) = delete;

  // Starts anew from now; returns whether it could. Signal handlers may call it.
  bool start();
  // Returns false where the system has no such timer.
  bool running() const { return running_; }

 private:
  itimerspec times_{};
  timer_t timer_ = nullptr;
  bool made_ = false;
  bool running_ = false;
};

}  // namespace runtime

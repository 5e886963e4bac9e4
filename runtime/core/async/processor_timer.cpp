#include "runtime/core/async/processor_timer.hpp"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace runtime {

ProcessorTimer::ProcessorTimer(clockid_t clock, std::chrono::nanoseconds each, int signal) {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal;
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
  made_ = timer_create(clock, &event, &timer_) == 0;
  if (!made_) return;
  constexpr std::int64_t kSecond = 1'000'000'000;
  timespec time{};
  time.tv_sec = static_cast<time_t>(each.count() / kSecond);
  time.tv_nsec = static_cast<long>(each.count() % kSecond);
  const itimerspec times{time, time};
  running_ = timer_settime(timer_, 0, &times, nullptr) == 0;
}

ProcessorTimer::~ProcessorTimer() {
  if (made_) timer_delete(timer_);
}

}  // namespace runtime

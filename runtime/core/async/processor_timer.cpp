#include "runtime/core/async/processor_timer.hpp"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace runtime {

ProcessorTimer::ProcessorTimer(clockid_t clock, std::chrono::nanoseconds after, int signal,
                               Signals signals) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  times_.it_value.tv_sec = static_cast<time_t>(after.count() / kSecond);
  times_.it_value.tv_nsec = static_cast<long>(after.count() % kSecond);
  if (signals == Signals::kRepeatedly) times_.it_interval = times_.it_value;
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal;
  event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
  made_ = timer_create(clock, &event, &timer_) == 0;
  running_ = made_ && start();
}

bool ProcessorTimer::start() { return timer_settime(timer_, 0, &times_, nullptr) == 0; }

ProcessorTimer::~ProcessorTimer() {
  if (made_) timer_delete(timer_);
}

}  // namespace runtime

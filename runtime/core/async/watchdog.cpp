#include "runtime/core/async/watchdog.hpp"

#include <pthread.h>
#include <signal.h>

#include <chrono>
#include <system_error>

#include "runtime/core/async/processor_timer.hpp"
#include "runtime/core/async/quiet_threads.hpp"
#include "runtime/core/log/log.hpp"

namespace runtime {

namespace {

// Sent only to the watchdog's thread, which waits for it.
int tick_signal() { return SIGRTMIN + 1; }

}  // namespace

Watchdog::Watchdog(const Loop& loop, double patience, std::function<void(double)> held)
    : loop_(loop), patience_(patience), held_(std::move(held)) {
  clockid_t clock{};
  if (pthread_getcpuclockid(pthread_self(), &clock) != 0) return;
  const QuietThreads quiet;
  try {
    thread_ = std::thread([this, clock] { watch(clock); });
  } catch (const std::system_error&) {
    log::debug("loop watchdog disabled: no thread available");
  }
}

Watchdog::~Watchdog() {
  if (!thread_.joinable()) return;
  ending_ = true;
  pthread_kill(thread_.native_handle(), tick_signal());
  thread_.join();
}

void Watchdog::watch(clockid_t clock) {
  const std::chrono::duration<double> each(patience_);
  const ProcessorTimer ticks(clock, std::chrono::duration_cast<std::chrono::nanoseconds>(each),
                             tick_signal(), ProcessorTimer::Signals::kRepeatedly);
  if (!ticks.running()) log::debug("loop watchdog disabled: no timer available");
  sigset_t awaited;
  sigemptyset(&awaited);
  sigaddset(&awaited, tick_signal());
  std::uint64_t seen = loop_.turns();
  int times = 0;
  for (;;) {
    int number = 0;
    sigwait(&awaited, &number);
    if (ending_) return;
    const std::uint64_t now = loop_.turns();
    times = now == seen ? times + 1 : 0;
    seen = now;
    if (times > 0) held_(times * patience_);
  }
}

}  // namespace runtime

#include "runtime/core/async/watchdog.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmath>
#include <system_error>

#include "runtime/core/async/quiet_threads.hpp"
#include "runtime/core/log/log.hpp"

namespace runtime {

namespace {

// Sent only to the watchdog's thread, which waits for it.
int tick_signal() { return SIGRTMIN + 1; }

// A timer on another thread's processor time that signals the calling thread.
class Ticks {
 public:
  Ticks(clockid_t clock, double seconds) {
    sigevent event{};
    event.sigev_notify = SIGEV_THREAD_ID;
    event.sigev_signo = tick_signal();
    event._sigev_un._tid = static_cast<pid_t>(syscall(SYS_gettid));
    if (timer_create(clock, &event, &timer_) != 0) return;
    timespec each{};
    each.tv_sec = static_cast<time_t>(seconds);
    each.tv_nsec = std::lround((seconds - std::floor(seconds)) * 1e9);
    const itimerspec times{each, each};
    running_ = timer_settime(timer_, 0, &times, nullptr) == 0;
  }
  ~Ticks() {
    if (timer_) timer_delete(timer_);
  }
  Ticks(const Ticks&) = delete;
  Ticks& operator=(const Ticks&) = delete;

  bool running() const { return running_; }

 private:
  timer_t timer_ = nullptr;
  bool running_ = false;
};

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
  const Ticks ticks(clock, patience_);
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

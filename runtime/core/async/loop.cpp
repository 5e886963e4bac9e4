#include "runtime/core/async/loop.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <uv.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "runtime/core/log/log.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime {

void Link::unlink() {
  previous_->next_ = next_;
  next_->previous_ = previous_;
  previous_ = next_ = this;
}

void Link::insert_before(Link& position) {
  unlink();
  previous_ = position.previous_;
  next_ = &position;
  previous_->next_ = this;
  position.previous_ = this;
}

// The heap block of the idle handle; freed only by its close callback.
struct Loop::Idle {
  uv_idle_t handle;
  Loop* loop;
};

Loop::Loop() : loop_(new uv_loop_s), idle_(new Idle) {
  // Writing to a pipe without a reader, or beyond the file size limit, must fail rather than end
  // the program.
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  if (const int rc = uv_loop_init(loop_); rc != 0) {
    delete loop_;
    delete idle_;
    throw Error("INTERNAL_ERROR", std::string("cannot create an event loop: ") + uv_strerror(rc),
                "Raise the limit on open files (ulimit -n).");
  }
  uv_idle_init(loop_, &idle_->handle);
  idle_->loop = this;
  idle_->handle.data = idle_;
}

namespace {

constexpr std::uint64_t kLongestTurn = 200'000;  // nanoseconds
constexpr double kLongRun = 0.02;
// seconds; a computing script runs for a tenth of a second at a time
constexpr double kWorthAWarning = 0.25;

void tell_blocked(double seconds) {
  Value fields;
  fields.set("milliseconds", std::round(seconds * 1e3));
  log::write(seconds < kWorthAWarning ? log::Level::kDebug : log::Level::kWarn,
             "the loop was blocked", fields);
}

// Processor time used by the thread, and the number of its voluntary waits.
struct Usage {
  double seconds = 0;
  long waits = 0;
  double held_up = 0;
};

// Returns for how long this thread has been ready to run and had no processor, in seconds: the
// second number of schedstat (proc(5)); 0 where the kernel does not count it.
double held_up() {
  static thread_local const int file = ::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
  char text[96] = {};
  if (file < 0 || ::pread(file, text, sizeof text - 1, 0) <= 0) return 0;
  char* end = nullptr;
  std::strtoull(text, &end, 10);
  return static_cast<double>(std::strtoull(end, nullptr, 10)) * 1e-9;
}

Usage usage() {
  rusage now{};  // its times are only as fine as the kernel's ticks
  getrusage(RUSAGE_THREAD, &now);
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return Usage{static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9,
               now.ru_nvcsw, held_up()};
}

// Runs the loop until no handle is left, for at most half a second: a child that was just killed
// needs a moment to be reaped, and a close callback runs in the iteration after uv_close.
void close_remaining(uv_loop_s* loop) {
  uv_timer_t patience;
  bool expired = false;
  uv_timer_init(loop, &patience);
  patience.data = &expired;
  uv_timer_start(
      &patience, [](uv_timer_t* timer) { *static_cast<bool*>(timer->data) = true; }, 500, 0);
  uv_unref(reinterpret_cast<uv_handle_t*>(&patience));
  while (!expired && uv_loop_alive(loop)) uv_run(loop, UV_RUN_ONCE);
  uv_close(reinterpret_cast<uv_handle_t*>(&patience), nullptr);
  uv_run(loop, UV_RUN_NOWAIT);
}

}  // namespace

Loop::~Loop() {
  uv_close(reinterpret_cast<uv_handle_t*>(&idle_->handle),
           [](uv_handle_t* handle) { delete static_cast<Idle*>(handle->data); });
  close_remaining(loop_);
  const int rc = uv_loop_close(loop_);
  if (rc == UV_EBUSY) {
    std::fputs("peekaboo: the loop was closed while handles were open\n", stderr);
    assert(rc != UV_EBUSY);
    return;  // leaking the loop is safer than freeing it under an open handle
  }
  delete loop_;
}

void Loop::post(Runnable& runnable) {
  if (runnable.linked()) return;
  runnable.insert_before(ready_);
  uv_idle_start(&idle_->handle,
                [](uv_idle_t* handle) { static_cast<Idle*>(handle->data)->loop->drain(); });
}

// Runs runnables in the order of posting, including those posted meanwhile. Stops after a short
// while even when more remain, so that pipes, timers and workers get their turn.
void Loop::drain() {
  const std::uint64_t start = uv_hrtime();
  std::uint64_t now = start;
  while (ready_.linked() && now - start < kLongestTurn)
    now = run_one(*static_cast<Runnable*>(ready_.next()), now);
  if (!ready_.linked()) uv_idle_stop(&idle_->handle);
}

// Runs `runnable`, which begins at time `start`, and returns the time at which it ended.
std::uint64_t Loop::run_one(Runnable& runnable, std::uint64_t start) {
  runnable.unlink();
  turns_.store(turns_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  const Usage before = watching_ ? usage() : Usage();
  runnable.run();
  const std::uint64_t end = uv_hrtime();
  double seconds = static_cast<double>(end - start) * 1e-9;
  if (watching_) {
    const Usage after = usage();
    const double used = std::min(seconds, after.seconds - before.seconds);
    const double starved = after.held_up - before.held_up;
    if (after.waits != before.waits)
      longest_wait_ = std::max(longest_wait_, seconds - used - starved);
    seconds = used;
  }
  if (seconds > slowest_) slowest_ = seconds;
  if (seconds > kLongRun) tell_blocked(seconds);
  return end;
}

void Loop::run_until(const bool& done) {
  while (!done) {
    // Without handles the loop returns at once; a task that waits for nothing would spin forever.
    if (uv_run(loop_, UV_RUN_ONCE) == 0 && !done && !ready_.linked()) break;
  }
}

}  // namespace runtime

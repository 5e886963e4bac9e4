#include "runtime/core/async/watchdog.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <condition_variable>
#include <fstream>
#include <mutex>
#include <optional>
#include <vector>

#include "runtime/core/async/nursery.hpp"
#include "runtime/core/async/timer.hpp"

namespace runtime {
namespace {

constexpr double kPatience = 0.02;
constexpr double kLimit = 30;

double used() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// What a watchdog said, from whatever thread.
class Heard {
 public:
  void hear(double seconds) {
    const std::lock_guard lock(guard_);
    seconds_.push_back(seconds);
  }
  std::vector<double> all() {
    const std::lock_guard lock(guard_);
    return seconds_;
  }

 private:
  std::mutex guard_;
  std::vector<double> seconds_;
};

Task<void> hold_until(Heard* heard, std::size_t times) {
  co_await sleep(0);
  const double start = used();
  while (heard->all().size() < times && used() - start < kLimit) {
  }
}

Task<void> compute_in_turns(double seconds) {
  const double start = used();
  while (used() - start < seconds) co_await sleep(0);
}

Task<void> only_sleep(double seconds) { co_await sleep(seconds); }

TEST(Watchdog, TellsOfARunThatGoesOnWhileItGoesOn) {
  Loop loop;
  Heard heard;
  const Watchdog watchdog(loop, kPatience, [&](double seconds) { heard.hear(seconds); });
  run(loop, hold_until(&heard, 3));
  const std::vector<double> all = heard.all();
  ASSERT_GE(all.size(), 3u);
  EXPECT_DOUBLE_EQ(all[0], kPatience);
  EXPECT_DOUBLE_EQ(all[2], 3 * kPatience);
}

TEST(Watchdog, SaysNothingOfALoopThatComputesInTurns) {
  Loop loop;
  Heard heard;
  const Watchdog watchdog(loop, kPatience, [&](double seconds) { heard.hear(seconds); });
  run(loop, compute_in_turns(10 * kPatience));
  EXPECT_TRUE(heard.all().empty());
}

// How often the threads of this process have slept and been woken.
long wake_ups() {
  rusage now{};
  getrusage(RUSAGE_SELF, &now);
  return now.ru_nvcsw;
}

TEST(Watchdog, NothingWakesWhileTheLoopSleeps) {
  Loop loop;
  const Watchdog watchdog(loop, 0.001, [](double) {});
  run(loop, only_sleep(0.05));  // until the thread waits
  const long before = wake_ups();
  run(loop, only_sleep(0.5));
  EXPECT_LE(wake_ups() - before, 50) << "500 if it ticked by the clock";
}

}  // namespace
}  // namespace runtime

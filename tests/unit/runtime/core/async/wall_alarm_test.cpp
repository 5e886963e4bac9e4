#include "runtime/core/async/wall_alarm.hpp"

#include <gtest/gtest.h>

#include <ctime>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/async/nursery.hpp"

namespace runtime {
namespace {

// Not std::time(), which may lag behind by a tick.
std::time_t now() {
  timespec time{};
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec;
}

Task<void> wait(std::int64_t moment) { co_await WallAlarm(moment); }

TEST(WallAlarm, RingsWhenTheClockShowsTheMoment) {
  Loop loop;
  const std::time_t moment = now() + 1;
  run(loop, wait(moment));
  EXPECT_GE(now(), moment);
  EXPECT_LE(now(), moment + 5);
}

TEST(WallAlarm, AMomentThatIsOverRingsAtOnce) {
  Loop loop;
  run(loop, wait(std::time(nullptr) - 100));
}

TEST(WallAlarm, CanBeCancelled) {
  Loop loop;
  Task<void> long_wait = wait(std::time(nullptr) + 100000);
  EXPECT_THROW(run(loop, timeout(0.01, std::move(long_wait), "too long")), Error);
}

}  // namespace
}  // namespace runtime

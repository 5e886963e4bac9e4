#include "runtime/core/wall_alarm.hpp"

#include <gtest/gtest.h>

#include <ctime>

#include "runtime/core/combine.hpp"
#include "runtime/core/nursery.hpp"

namespace runtime {
namespace {

Task<void> wait(std::int64_t moment) { co_await WallAlarm(moment); }

TEST(WallAlarm, RingsWhenTheClockShowsTheMoment) {
  Loop loop;
  const std::time_t moment = std::time(nullptr) + 1;
  run(loop, wait(moment));
  EXPECT_GE(std::time(nullptr), moment);
  EXPECT_LE(std::time(nullptr), moment + 5);
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

#include "native/linux/process_info.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

namespace native {
namespace {

TEST(ProcessInfo, KnowsThisProcess) {
  const auto status = process_status("/proc", ::getpid());
  ASSERT_TRUE(status.has_value());
  EXPECT_EQ(status->parent, ::getppid());
  EXPECT_EQ(status->state, 'R');
  EXPECT_GT(status->start, 0U);
  EXPECT_EQ(process_executable("/proc", ::getpid()), "unit_linux");
}

TEST(ProcessInfo, KnowsNothingOfOthers) {
  EXPECT_FALSE(process_status("/proc", 0x7FFFFFFF).has_value());
  EXPECT_EQ(process_executable("/proc", 0x7FFFFFFF), "");
}

TEST(ProcessInfo, KnowsAncestorsFromTheNearestOn) {
  const std::vector<std::int64_t> ancestors = process_ancestors("/proc", ::getpid());
  if (::getppid() > 1) {
    ASSERT_FALSE(ancestors.empty());
    EXPECT_EQ(ancestors.front(), ::getppid());
  }
  EXPECT_EQ(std::count(ancestors.begin(), ancestors.end(), 1), 0);
  EXPECT_EQ(std::count(ancestors.begin(), ancestors.end(), ::getpid()), 0);
  EXPECT_TRUE(process_ancestors("/proc", 1).empty());
  EXPECT_TRUE(process_ancestors("/nowhere", ::getpid()).empty());
}

TEST(ProcessInfo, WaitsForTheEndOfAProcess) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::pause();
    ::_exit(0);
  }
  EXPECT_FALSE(process_ends_within(child, std::chrono::milliseconds{1}));
  ::kill(child, SIGKILL);
  EXPECT_TRUE(process_ends_within(child, std::chrono::seconds{20}));
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(process_ends_within(child, std::chrono::milliseconds{1}));
}

TEST(ProcessInfo, TellsHowLongAProcessHadNoProcessor) {
  const auto first = process_held_up("/proc", ::getpid());
  ASSERT_TRUE(first);
  EXPECT_GE(*process_held_up("/proc", ::getpid()), *first);
  EXPECT_FALSE(process_held_up("/nowhere", ::getpid()));
}

}  // namespace
}  // namespace native

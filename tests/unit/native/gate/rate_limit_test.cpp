#include "native/gate/rate_limit.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <map>
#include <memory>
#include <tuple>

#include "native/desktop/error.hpp"
#include "tests/unit/native/gate/folder.hpp"

namespace native {
namespace {

using runtime::Caller;

Caller caller(const std::string& peer, std::int64_t call) {
  Caller made{Caller::Kind::kMcp, "image", "", 0, peer};
  made.call = call;
  return made;
}

// Returns 0, or the seconds to wait.
std::int64_t count(RateLimit& limit, const Caller& who, int per_minute) {
  try {
    limit.count(who, per_minute);
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "RATE_LIMIT_EXCEEDED") << error.message;
    for (const auto& [name, value] : error.details)
      if (name == "retry_after") return std::get<std::int64_t>(value);
    return -1;
  }
  return 0;
}

class RateLimitTest : public testing::Test {
 protected:
  std::unique_ptr<RateLimit> open() {
    return std::make_unique<RateLimit>(std::vector{folder_.path()}, [this] { return now_; });
  }
  std::string file() const { return folder_.at("captures"); }

  Folder folder_;
  std::int64_t now_ = 1'000'000;
};

// Feature: mcp-screenshot, Property 26: what exceeds the limit within a minute is rejected
RC_GTEST_PROP(RateLimitProperty, NoMinuteHasMoreCallsThanAllowed, ()) {
  const Folder folder;
  std::int64_t now = *rc::gen::inRange<std::int64_t>(0, 1'000'000'000);
  // Two processes of one user count in the same file.
  RateLimit one({folder.path()}, [&] { return now; });
  RateLimit other({folder.path()}, [&] { return now; });
  const int per_minute = *rc::gen::inRange(1, 8);
  // 40 at most: each opens and locks a file.
  const auto steps = *rc::gen::scale(
      0.4, rc::gen::container<std::vector<std::tuple<int, int, bool>>>(rc::gen::tuple(
               rc::gen::inRange(0, 40'000), rc::gen::inRange(0, 3), rc::gen::arbitrary<bool>())));
  std::map<int, std::vector<std::int64_t>> admitted;
  std::int64_t call = 0;
  for (const auto& [wait, peer, which] : steps) {
    now += wait;
    auto& own = admitted[peer];
    const auto recent = std::count_if(
        own.begin(), own.end(), [&](std::int64_t at) { return at > now - RateLimit::kWindow; });
    const std::int64_t seconds =
        count(which ? one : other, caller("peer " + std::to_string(peer), ++call), per_minute);
    RC_ASSERT((seconds == 0) == (recent < per_minute));
    if (seconds == 0) {
      own.push_back(now);
      continue;
    }
    // After that time, and not before, the next one is admitted.
    RC_ASSERT(seconds >= 1);
    RC_ASSERT(seconds <= 60);
    const std::int64_t free_at =
        own[own.size() - static_cast<std::size_t>(per_minute)] + RateLimit::kWindow;
    RC_ASSERT(free_at <= now + seconds * 1000);
    RC_ASSERT(free_at > now + (seconds - 1) * 1000);
  }
}

TEST_F(RateLimitTest, ACallCountsOnceWhateverItCaptures) {
  const auto limit = open();
  for (int i = 0; i < 10; ++i) EXPECT_EQ(count(*limit, caller("a", 7), 1), 0);
  now_ += 2 * RateLimit::kWindow;
  EXPECT_EQ(count(*limit, caller("a", 7), 1), 0) << "a wait that lasts";
  EXPECT_EQ(count(*limit, caller("a", 8), 1), 0) << "it did not count again";
  EXPECT_EQ(count(*limit, caller("a", 9), 1), 60);
  EXPECT_EQ(count(*limit, caller("b", 9), 1), 0) << "a refused call is not counted";
}

TEST_F(RateLimitTest, ACallWithoutANumberAlwaysCounts) {
  const auto limit = open();
  EXPECT_EQ(count(*limit, caller("a", 0), 2), 0);
  EXPECT_EQ(count(*limit, caller("a", 0), 2), 0);
  EXPECT_GT(count(*limit, caller("a", 0), 2), 0);
}

TEST_F(RateLimitTest, WithoutALimitNothingIsCounted) {
  const auto limit = open();
  for (int i = 1; i < 100; ++i) EXPECT_EQ(count(*limit, caller("a", i), 0), 0);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(RateLimitTest, TheFileIsTheUsersAlone) {
  const auto limit = open();
  count(*limit, caller("a", 1), 5);
  struct stat info{};
  ASSERT_EQ(stat(file().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0600U);
}

TEST_F(RateLimitTest, AClockSetBackFreesNothing) {
  count(*open(), caller("a", 1), 1);
  now_ -= 500'000;
  EXPECT_EQ(count(*open(), caller("a", 2), 1), 60);
  now_ += RateLimit::kWindow - 1;
  EXPECT_EQ(count(*open(), caller("a", 2), 1), 1);
  now_ += 1;
  EXPECT_EQ(count(*open(), caller("a", 2), 1), 0);
}

TEST_F(RateLimitTest, ADamagedFileIsFullForAMinute) {
  for (const std::string& damage :
       {std::string("x"), std::string(100, 'x'), std::string("peekrate\xFF\xFF\xFF\xFF\xFF\xFF")}) {
    std::ofstream(file(), std::ios::trunc) << damage;
    EXPECT_EQ(count(*open(), caller("a", 1), 5), 60);
    now_ += RateLimit::kWindow - 1000;
    EXPECT_EQ(count(*open(), caller("b", 1), 5), 1);
    now_ += 1000;
    EXPECT_EQ(count(*open(), caller("a", 1), 5), 0);
    now_ += RateLimit::kWindow;
  }
}

TEST_F(RateLimitTest, AFileThatCannotBeUsedIsFull) {
  std::filesystem::create_directory(file());
  EXPECT_EQ(count(*open(), caller("a", 1), 5), 60);
  std::filesystem::remove(file());
  std::ofstream(folder_.at("elsewhere"));
  std::filesystem::create_symlink(folder_.at("elsewhere"), file());
  EXPECT_EQ(count(*open(), caller("a", 1), 5), 60);
  std::filesystem::remove(file());
  RateLimit none({"/proc/nowhere"});
  EXPECT_EQ(count(none, caller("a", 1), 5), 60);
}

TEST_F(RateLimitTest, AFileThatAnotherKeepsLockedIsFull) {
  count(*open(), caller("a", 1), 5);
  const int held = ::open(file().c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(held, LOCK_EX), 0);
  EXPECT_EQ(count(*open(), caller("a", 2), 5), 60);
  close(held);
  EXPECT_EQ(count(*open(), caller("a", 2), 5), 0);
}

// Processes that count at the same time get no more than the limit together.
TEST_F(RateLimitTest, ProcessesCountTogether) {
  constexpr int kProcesses = 4, kCalls = 20, kLimit = 30;
  std::vector<pid_t> children;
  for (int i = 0; i < kProcesses; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      const auto limit = open();
      int admitted = 0;
      for (int call = 1; call <= kCalls; ++call)
        admitted += count(*limit, caller("a", call), kLimit) == 0;
      _exit(admitted);
    }
    children.push_back(child);
  }
  int admitted = 0;
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    admitted += WEXITSTATUS(status);
  }
  EXPECT_EQ(admitted, kLimit);
}

}  // namespace
}  // namespace native

#include "runtime/app/daemon/log_lines.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "runtime/core/async/nursery.hpp"
#include "runtime/core/async/timer.hpp"
#include "runtime/core/log/log.hpp"

namespace runtime {
namespace {

Task<void> take(LogLines* log_lines, std::uint64_t first, std::size_t most, LogLines::Part* part) {
  *part = co_await log_lines->from(first, most);
}

class JournalTest : public testing::Test {
 protected:
  void SetUp() override {
    log::Settings settings;
    settings.file = testing::TempDir() + "journal_test.log";
    settings.secrets = {"very-own-key"};
    log::configure(settings);
  }
  void TearDown() override { log::flush(); }

  LogLines::Part part(LogLines& log_lines, std::uint64_t first, std::size_t most = 1000) {
    LogLines::Part result;
    run(loop_, take(&log_lines, first, most, &result));
    return result;
  }

  Loop loop_;
};

TEST_F(JournalTest, KeepsLinesInTheirOrder) {
  LogLines log_lines(loop_);
  log::info("one");
  log::info("two");
  log::debug("not at this level");
  const LogLines::Part all = part(log_lines, 0);
  ASSERT_EQ(all.lines.size(), 2u);
  EXPECT_NE(all.lines[0].find("\"msg\":\"one\""), std::string::npos);
  EXPECT_NE(all.lines[1].find("\"msg\":\"two\""), std::string::npos);
  EXPECT_EQ(all.lines[1].back(), '}');
  EXPECT_EQ(all.next, 2u);
  EXPECT_EQ(part(log_lines, 0, 1).next, 1u);
  EXPECT_EQ(log_lines.before_end(1), 1u);
  EXPECT_EQ(log_lines.before_end(100), 0u);
}

TEST_F(JournalTest, WaitsForALineOfAnyThread) {
  LogLines log_lines(loop_);
  std::thread other([] { log::warn("late"); });
  EXPECT_EQ(part(log_lines, 0).lines.size(), 1u);
  other.join();
}

TEST_F(JournalTest, OldLinesGoAndAreCounted) {
  LogLines log_lines(loop_);
  for (std::size_t i = 0; i < LogLines::kKept + 10; ++i) log::info("line");
  const LogLines::Part all = part(log_lines, 3, LogLines::kKept * 2);
  EXPECT_EQ(all.lines.size(), LogLines::kKept);
  EXPECT_EQ(all.lost, 7u);
  EXPECT_EQ(all.next, LogLines::kKept + 10);
}

TEST_F(JournalTest, IsBoundedInBytesToo) {
  LogLines log_lines(loop_);
  const std::string text(LogLines::kLongestLine - 200, 'x');
  for (std::size_t i = 0; i < 600; ++i) log::info(text);
  std::size_t bytes = 0;
  for (const std::string& line : part(log_lines, 0, 1000).lines) bytes += line.size();
  EXPECT_LE(bytes, LogLines::kMaxBytes);
  EXPECT_GT(bytes, LogLines::kMaxBytes / 2);
}

TEST_F(JournalTest, ALineThatIsTooLongIsLost) {
  LogLines log_lines(loop_);
  log::info(std::string(LogLines::kLongestLine, 'x'));
  log::info("short");
  const LogLines::Part all = part(log_lines, 0);
  EXPECT_EQ(all.lines.size(), 1u);
  EXPECT_EQ(all.lost, 1u);
}

TEST_F(JournalTest, HoldsNoSecret) {
  LogLines log_lines(loop_);
  log::info("the very-own-key of mine");
  EXPECT_EQ(part(log_lines, 0).lines[0].find("very-own"), std::string::npos);
}

TEST_F(JournalTest, NobodyListensAfterItsEnd) {
  {
    const LogLines log_lines(loop_);
  }
  log::info("into the file alone");
  LogLines log_lines(loop_);
  EXPECT_EQ(log_lines.before_end(10), 0u);
}

}  // namespace
}  // namespace runtime

#include "runtime/mcp/server/call_context.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace runtime::mcp {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class RecordingSink : public CallSink {
 public:
  bool wants_progress() const override { return progress_wanted; }
  void progress(double done, std::optional<double> total, const std::string&) override {
    sent.push_back(total ? done / *total : done);
  }
  bool wants_log(LogLevel level) const override { return level >= LogLevel::kWarning; }
  void log(LogLevel, const std::string& message) override { lines.push_back(message); }

  bool progress_wanted = true;
  std::vector<double> sent;
  std::vector<std::string> lines;
};

class CallTest : public testing::Test {
 protected:
  RecordingSink sink_;
  Cancel scope_;
  CallContext context_{Caller(), {}, scope_, &sink_};
};

TEST_F(CallTest, ProgressOnlyGrows) {
  for (double done : {1.0, 1.0, 0.5, std::numeric_limits<double>::infinity(), std::nan(""), 4.0})
    context_.progress(done, 4);
  EXPECT_THAT(sink_.sent, ElementsAre(0.25, 1.0));
}

TEST_F(CallTest, ProgressIsRateLimitedButNeverStops) {
  const auto start = std::chrono::steady_clock::now();
  double done = 0;
  while (sink_.sent.size() < 4) context_.progress(++done);
  EXPECT_GE(std::chrono::steady_clock::now() - start, 3 * CallContext::kProgressInterval);
}

TEST_F(CallTest, NothingIsSentUnaskedOrAfterCancellation) {
  sink_.progress_wanted = false;
  context_.progress(1);
  context_.log(LogLevel::kInfo, "low");
  context_.log(LogLevel::kError, "high");
  sink_.progress_wanted = true;
  scope_.fire();
  context_.progress(2);
  context_.log(LogLevel::kError, "late");
  EXPECT_THAT(sink_.sent, IsEmpty());
  EXPECT_THAT(sink_.lines, ElementsAre("high"));
}

TEST_F(CallTest, CleanupRunsOnceWhoeverHoldsItLast) {
  std::string order;
  {
    CallContext context(Caller(), {}, scope_);
    context.after_reply([&] { order += "a"; });
    context.after_reply([&] {
      order += "b";
      throw std::runtime_error("dropped");
    });
    context.after_reply([&] { order += "c"; });
    Cleanup reply = context.take_cleanup();
    Cleanup other;
    other.add([&] { order += "d"; });
    reply.add(std::move(other));
    EXPECT_EQ(order, "");
    reply = Cleanup();
    EXPECT_EQ(order, "abcd");
    context.after_reply([&] { order += "e"; });
  }
  EXPECT_EQ(order, "abcde");
}

TEST(LogLevel, NamesRoundTrip) {
  for (const char* name :
       {"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"})
    EXPECT_EQ(name_of(parse_log_level(name).value()), name);
  for (const char* name : {"", "Debug", "warn", "trace"})
    EXPECT_FALSE(parse_log_level(name)) << name;
}

}  // namespace
}  // namespace runtime::mcp

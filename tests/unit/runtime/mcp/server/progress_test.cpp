#include "runtime/mcp/server/progress.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <sstream>

#include "runtime/mcp/rpc/stdio.hpp"
#include "tests/unit/runtime/mcp/server_fixture.hpp"

namespace runtime::mcp {
namespace {

using Ends = std::array<int, 2>;

Ends pipe_ends() {
  Ends ends{};
  EXPECT_EQ(pipe(ends.data()), 0);
  return ends;
}

Ends socket_ends() {
  Ends ends{};
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  return ends;
}

// Reports twice and answers. With a pause, each report has been sent when the next thing happens.
Task<Value> report(CallContext* context, double pause) {
  context->progress(1, 2.0, "one");
  if (pause > 0) co_await sleep(pause);
  context->progress(2, 2.0, "two");
  if (pause > 0) co_await sleep(pause);
  co_return text_result("done");
}

bool is_notification(const std::string& line) {
  return line.find("notifications/progress") != std::string::npos;
}

// A session over a pipe or a socket, whose other end the test reads by hand: what one read gives,
// a client has at once.
class ProgressTest : public testing::TestWithParam<Ends (*)()> {
 public:
  ProgressTest() {
    quiet_log();
    const Ends in = pipe_ends();
    const Ends out = GetParam()();
    to_server_ = in[1];
    from_server_ = out[0];
    fcntl(from_server_, F_SETFL, O_NONBLOCK);
    transport_.emplace(loop_, in[0], out[1]);
    server_.emplace(catalog_, dialect_, *transport_);
    add("quick", 0);
    // A report is held for 20 ms, so these end just after the second has been sent.
    add("slow", 0.021);
    add("slower", 0.025);
  }
  ~ProgressTest() override {
    ::close(from_server_);
    leave();
  }

  void add(const std::string& name, double pause) {
    catalog_.tools.add(
        make_tool(name, [pause](Value, CallContext& context) { return report(&context, pause); }));
  }

  void leave() {
    if (to_server_ >= 0) ::close(std::exchange(to_server_, -1));
  }

  // What a client that reads every so many seconds gets for one call: a word for each read, "p" for
  // a notification, "r" for the result.
  std::vector<std::string> reads(const std::string& tool, double every) {
    const std::string line =
        request("7", "tools/call", R"({"_meta":{"progressToken":7},"name":")" + tool + "\"}") +
        "\n";
    EXPECT_EQ(::write(to_server_, line.data(), line.size()), static_cast<ssize_t>(line.size()));
    run(loop_, timeout(20, both(this, every), "the test"));
    return reads_;
  }

  static Task<void> both(ProgressTest* test, double every) {
    const Context context = co_await current_context();
    Nursery nursery(context);
    nursery.start(test->server_->serve());
    nursery.start(listen(test, every));
    co_await nursery.join();
  }

  static Task<void> listen(ProgressTest* test, double every) {
    while (test->reads_.empty() || test->reads_.back().back() != 'r') {
      co_await sleep(every);
      test->read_once();
    }
    test->leave();
  }

  void read_once() {
    std::array<char, 65536> bytes{};
    const ssize_t size = ::read(from_server_, bytes.data(), bytes.size());
    if (size <= 0) return;
    std::string word;
    std::istringstream lines(std::string(bytes.data(), static_cast<std::size_t>(size)));
    for (std::string line; std::getline(lines, line);) word += is_notification(line) ? 'p' : 'r';
    reads_.push_back(word);
  }

  Loop loop_;
  Catalog catalog_;
  ServerInfo info_{.version = "1"};
  HandshakeDialect dialect_{info_};
  std::optional<StdioTransport> transport_;
  std::optional<Server> server_;
  int to_server_ = -1;
  int from_server_ = -1;
  std::vector<std::string> reads_;
};

TEST_P(ProgressTest, WhatTheResultFollowsAtOnceIsNotSent) {
  EXPECT_THAT(reads("quick", 0.001), testing::ElementsAre("r"));
}

TEST_P(ProgressTest, TheResultIsNeverReadTogetherWithProgress) {
  const auto words = reads("slow", 0.001);
  EXPECT_THAT(words, testing::Contains(testing::HasSubstr("p")));
  EXPECT_EQ(words.back(), "r");
}

TEST_P(ProgressTest, TheResultWaitsForAClientThatReadsLate) {
  const auto words = reads("slower", 0.15);
  EXPECT_THAT(words.front(), testing::HasSubstr("p"));
  EXPECT_EQ(words.back(), "r");
}

TEST_P(ProgressTest, TheResultDoesNotWaitForAClientThatHasFinished) {
  const std::string line =
      request("7", "tools/call", R"({"_meta":{"progressToken":7},"name":"slow"})") + "\n";
  EXPECT_EQ(::write(to_server_, line.data(), line.size()), static_cast<ssize_t>(line.size()));
  leave();
  run(loop_, timeout(20, server_->serve(), "the test"));
  read_once();
  EXPECT_THAT(reads_, testing::ElementsAre(testing::EndsWith("r")));
}

INSTANTIATE_TEST_SUITE_P(Ways, ProgressTest, testing::Values(&pipe_ends, &socket_ends),
                         [](const auto& way) { return way.index == 0 ? "Pipe" : "Socket"; });

}  // namespace
}  // namespace runtime::mcp

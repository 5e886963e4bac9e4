// The session under load, against clients that stop reading, and at its end.
#include "runtime/mcp/server/server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/unit/runtime/mcp/server_fixture.hpp"

namespace runtime::mcp {
namespace {

TEST_F(ServerTest, WhateverIsCancelledEveryOtherCallIsAnsweredOnce) {
  static constexpr int kCalls = 3000;
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    std::mt19937 random(11);
    std::vector<int> answers(kCalls);
    std::vector<bool> cancelled(kCalls);
    int open = 0;
    for (int next = 0; next < kCalls || open > 0;) {
      if (next < kCalls && (open == 0 || (open < 100 && random() % 3 > 0))) {
        test->client_.say(call(std::to_string(next), random() % 2 ? "wait" : "stubborn"));
        ++next;
        co_await test->arrived_.pop();
        ++open;
      } else if (random() % 2 == 0) {
        const auto victim = random() % static_cast<unsigned>(next);
        cancelled[victim] = true;
        const int before = test->cancelled_;
        test->client_.say(cancel(std::to_string(victim)));
        test->client_.say(request("\"sync\"", "ping"));
        Value pong;
        while (pong["id"] != Value("sync")) {
          pong = co_await test->client_.hear();
          if (const auto* id = pong["id"].as<std::int64_t>())
            ++answers[static_cast<std::size_t>(*id)];
        }
        open -= test->cancelled_ - before;
      } else if (open > 0) {
        test->gate_.try_push(true);
        --open;
      }
    }
    test->client_.finish();
    for (;;) {
      Value message = co_await test->client_.hear();
      if (message.is_nil()) break;
      if (const auto* id = message["id"].as<std::int64_t>())
        ++answers[static_cast<std::size_t>(*id)];
    }
    for (std::size_t i = 0; i < kCalls; ++i) {
      EXPECT_LE(answers[i], 1) << i;
      EXPECT_TRUE(cancelled[i] || answers[i] == 1) << i;
    }
  };
  play(script(this));
}

// More calls than run at a time, all of which wait, and what comes behind them.
constexpr std::size_t kManyCalls = Server::kMaxRunning + 50;

TEST_F(ServerTest, CallsBeyondThoseThatRunWaitForTheirTurn) {
  for (std::size_t i = 0; i < kManyCalls; ++i) client_.say(call(std::to_string(i), "wait"));
  client_.say(request("\"sync\"", "ping"));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    Value pong = co_await test->client_.hear();
    EXPECT_EQ(pong["id"], Value("sync"));
    EXPECT_EQ(test->server_.in_flight(), kManyCalls);
    EXPECT_EQ(test->waiting_, static_cast<int>(Server::kMaxRunning));
    for (std::size_t i = 0; i < kManyCalls; ++i) test->gate_.try_push(true);
    for (std::size_t i = 0; i < kManyCalls; ++i) co_await test->client_.hear();
    test->client_.finish();
  };
  play(script(this));
  EXPECT_EQ(waiting_, static_cast<int>(kManyCalls));
}

TEST_F(ServerTest, ReadingWaitsForCallsThatEnd) {
  for (std::size_t i = 0; i < kManyCalls; ++i) client_.say(call(std::to_string(i), "wait"));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    for (std::size_t i = 0; i < kManyCalls; ++i) {
      co_await test->arrived_.pop();
      EXPECT_LE(test->server_.in_flight(), Server::kMaxRunning);
      test->gate_.try_push(true);
    }
    for (std::size_t i = 0; i < kManyCalls; ++i) co_await test->client_.hear();
    test->client_.finish();
  };
  play(script(this));
  EXPECT_EQ(waiting_, static_cast<int>(kManyCalls));
}

TEST_F(ServerTest, CallsThatRunAndCallsThatWaitAreCancelled) {
  for (std::size_t i = 0; i < kManyCalls; ++i) client_.say(call(std::to_string(i), "wait"));
  client_.say(call("0", "wait"));
  client_.say(call(std::to_string(kManyCalls - 1), "wait"));
  for (std::size_t i = kManyCalls; i > 1; --i) client_.say(cancel(std::to_string(i - 1)));
  client_.say(call("\"last\"", "echo"));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    for (int i = 0; i < 2; ++i) {
      Value refusal = co_await test->client_.hear();
      EXPECT_EQ(refusal["error"]["code"], Value(kInvalidRequest)) << "an id that is in flight";
    }
    Value echo = co_await test->client_.hear();
    EXPECT_EQ(echo["id"], Value("last"));
    test->gate_.try_push(true);
    Value first = co_await test->client_.hear();
    EXPECT_EQ(first["id"], Value(0));
    test->client_.finish();
  };
  play(script(this));
  EXPECT_EQ(cancelled_, static_cast<int>(Server::kMaxRunning) - 1);
}

TEST_F(ServerTest, TheEndIsSeenBehindCallsThatWait) {
  for (std::size_t i = 0; i < kManyCalls; ++i) client_.say(call(std::to_string(i), "wait"));
  client_.finish();
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    Value nothing = co_await test->client_.hear();
    EXPECT_TRUE(nothing.is_nil());
  };
  play(script(this));
  EXPECT_EQ(cancelled_, static_cast<int>(Server::kMaxRunning));
}

TEST_F(ServerTest, StopsReadingWhenTooManyCallsAreInFlight) {
  for (std::size_t i = 0; i < Server::kMaxCalls + 50; ++i)
    client_.say(call(std::to_string(i), "wait"));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    while (test->server_.in_flight() < Server::kMaxCalls) co_await sleep(0.001);
    for (int i = 0; i < 20; ++i) co_await sleep(0);
    EXPECT_EQ(test->server_.in_flight(), Server::kMaxCalls);
    EXPECT_EQ(test->client_.unread(), 50u);
    for (std::size_t i = 0; i < Server::kMaxCalls + 50; ++i) {
      test->gate_.try_push(true);
      co_await test->client_.hear();
    }
    test->client_.finish();
  };
  play(script(this));
  EXPECT_EQ(waiting_, static_cast<int>(Server::kMaxCalls) + 50);
}

TEST_F(ServerTest, StopsReadingWhenTheClientDoesAndGoesOnWithIt) {
  client_.stop_reading();
  for (int i = 0; i < 500; ++i) client_.say(request(std::to_string(i), "ping"));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    // With the box full and one message being written the reader stands still; the count is exact.
    const std::size_t stuck = 500 - Outbox::kCapacity - 2;
    while (test->client_.unread() > stuck) co_await sleep(0.001);
    for (int i = 0; i < 20; ++i) co_await sleep(0);
    EXPECT_EQ(test->client_.unread(), stuck);
    for (int i = 0; i < 500; ++i) test->client_.allow_one();
    for (int i = 0; i < 500; ++i) {
      Value pong = co_await test->client_.hear();
      EXPECT_EQ(pong["id"], Value(i));
    }
    test->client_.finish();
  };
  play(script(this));
}

TEST_F(ServerTest, RepliesThatWaitTogetherLeaveTogether) {
  client_.stop_reading();
  constexpr int kPings = 20;
  for (int i = 0; i < kPings; ++i) client_.say(request(std::to_string(i), "ping"));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    while (test->client_.unread() > 0) co_await sleep(0.001);
    for (int i = 0; i < kPings; ++i) test->client_.allow_one();
    for (int i = 0; i < kPings; ++i) {
      Value pong = co_await test->client_.hear();
      EXPECT_EQ(pong["id"], Value(i));
    }
    test->client_.finish();
  };
  play(script(this));
  // The first has left alone, before there were others.
  EXPECT_EQ(client_.writes, 2);
}

TEST_F(ServerTest, LargeRepliesLeaveOneByOne) {
  client_.stop_reading();
  client_.say(request("0", "ping"));
  const std::string large = "{\"text\":\"" + std::string(Outbox::kTogether, 'x') + "\"}";
  for (int i = 1; i <= 3; ++i) client_.say(call(std::to_string(i), "echo", large));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    while (test->client_.unread() > 0 || test->server_.in_flight() > 0) co_await sleep(0.001);
    for (int i = 0; i < 4; ++i) test->client_.allow_one();
    for (int i = 0; i < 4; ++i) co_await test->client_.hear();
    test->client_.finish();
  };
  play(script(this));
  EXPECT_EQ(client_.writes, 4);
}

TEST_F(ServerTest, NoMoreCallsBeginWhileLargeAnswersWaitForTheClient) {
  static constexpr int kCalls = 14;
  static constexpr std::size_t kPicture = 2 << 20;
  static const auto picture =
      std::make_shared<const Blob>(std::vector<std::uint8_t>(kPicture), "image/png");
  static constexpr auto draw = [](int* begun) -> Task<Value> {
    ++*begun;
    Value block;
    block.set("type", "image").set("data", BlobRef(picture));
    Value result;
    result.set("content", Value::List{block});
    co_return result;
  };
  int begun = 0;
  registry_.add(make_tool("draw", [&begun](Value, CallContext&) { return draw(&begun); }));
  client_.stop_reading();
  for (int i = 1; i <= kCalls; ++i) client_.say(call(std::to_string(i), "draw"));
  static constexpr auto script = [](ServerTest* test, const int* count) -> Task<void> {
    const int most = static_cast<int>(Server::kMaxAnswers / kPicture) + 2;
    while (test->client_.unread() > 0 || *count < most - 2) co_await sleep(0.001);
    for (int i = 0; i < 20; ++i) co_await sleep(0);
    EXPECT_LE(*count, most);
    for (int i = 0; i < kCalls; ++i) test->client_.allow_one();
    for (int i = 0; i < kCalls; ++i) co_await test->client_.hear();
    test->client_.finish();
  };
  play(script(this, &begun));
  EXPECT_EQ(begun, kCalls);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

TEST_F(ServerTest, TheClientsEndEndsTheSessionWithinASecond) {
  // The bound itself; the clock below allows for a machine that is busy with other things.
  static_assert(Server::kFinish + Server::kWindUp + Server::kFlush < 1.0);
  client_.stop_reading();
  const auto start = std::chrono::steady_clock::now();
  const auto heard = conversation({call("1", "wait"), call("2", "stubborn"), call("3", "echo")});
  EXPECT_LT(seconds_since(start), 3.0);
  EXPECT_EQ(cancelled_, 2);
  EXPECT_EQ(cleaned_, 1);
  EXPECT_TRUE(heard.empty());
}

TEST_F(ServerTest, TheEndIsSeenBehindAnswersThatNobodyTakes) {
  client_.stop_reading();
  std::vector<std::string> lines;
  for (int i = 0; i < 500; ++i) lines.push_back(request(std::to_string(i), "ping"));
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(conversation(lines).empty());
  EXPECT_LT(seconds_since(start), Server::kUntaken + 3.0);
}

TEST_F(ServerTest, AClientThatHasFinishedMayTakeItsTime) {
  client_.stop_reading();
  for (int i = 0; i < 500; ++i) client_.say(request(std::to_string(i), "ping"));
  client_.finish();
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    for (int i = 0; i < 500; ++i) {
      if (i == 100) co_await sleep(Server::kFinish + Server::kWindUp + Server::kFlush);
      test->client_.allow_one();
      Value pong = co_await test->client_.hear();
      EXPECT_EQ(pong["id"], Value(i));
    }
  };
  play(script(this));
}

TEST_F(ServerTest, WorkThatIsNearlyDoneIsStillAnsweredAfterTheEnd) {
  client_.say(call("1", "wait"));
  client_.finish();
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    co_await test->arrived_.pop();
    co_await test->client_.end_seen();
    test->gate_.try_push(true);
    Value done = co_await test->client_.hear();
    EXPECT_EQ(done["id"], Value(1));
  };
  play(script(this));
}

TEST_F(ServerTest, EndsWhenTheClientIsGone) {
  client_.leave();
  client_.say(call("1", "wait"));
  client_.say(request("2", "ping"));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    Value nothing = co_await test->client_.hear();
    EXPECT_TRUE(nothing.is_nil());
  };
  play(script(this));
  EXPECT_EQ(cancelled_, waiting_);
}

TEST_F(ServerTest, ACancelledSessionStopsItsCallsAndFlushes) {
  client_.say(call("1", "wait"));
  client_.say(request("2", "ping"));
  Cancel scope;
  static constexpr auto script = [](ServerTest* test, Cancel* stop) -> Task<void> {
    co_await test->arrived_.pop();
    stop->fire();
  };
  static constexpr auto session = [](ServerTest* test, Cancel* stop) -> Task<void> {
    const Context context = co_await current_context();
    Nursery nursery(context);
    nursery.start(script(test, stop));
    Task<void> serving = test->server_.serve();
    bool stopped = false;
    try {
      co_await std::move(serving).under(*stop);
    } catch (const Cancelled&) {
      stopped = true;
    }
    EXPECT_TRUE(stopped);
    co_await nursery.join();
  };
  const auto start = std::chrono::steady_clock::now();
  run(loop_, session(this, &scope));
  EXPECT_LT(seconds_since(start), 3.0);
  EXPECT_EQ(cancelled_, 1);
  EXPECT_EQ(server_.in_flight(), 0u);
}

TEST_F(ServerTest, ASessionCanBeDestroyedAtAnyMoment) {
  client_.say(call("1", "wait"));
  static constexpr auto session = [](ServerTest* test) -> Task<void> {
    const Context context = co_await current_context();
    Nursery nursery(context);
    nursery.start(serve(test));
    co_await test->arrived_.pop();
  };
  run(loop_, session(this));
  EXPECT_EQ(server_.in_flight(), 0u);
  EXPECT_EQ(cleaned_, 1);
}

}  // namespace
}  // namespace runtime::mcp

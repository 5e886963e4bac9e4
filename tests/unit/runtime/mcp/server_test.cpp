#include "runtime/mcp/server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "runtime/core/combine.hpp"
#include "runtime/core/timer.hpp"
#include "tests/unit/runtime/mcp/fakes.hpp"

namespace runtime::mcp {
namespace {

using testing::HasSubstr;

std::string request(const std::string& id, const std::string& method,
                    const std::string& params = "{}") {
  return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method +
         "\",\"params\":" + params + "}";
}
std::string call(const std::string& id, const std::string& tool,
                 const std::string& arguments = "{}") {
  return request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
}
std::string cancel(const std::string& id) {
  return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" +
         id + "}}";
}
std::string initialize(const std::string& version) {
  return request("\"init\"", "initialize",
                 "{\"protocolVersion\":\"" + version +
                     R"(","capabilities":{},"clientInfo":{"name":"c","version":"1"}})");
}

// A session with a client in memory. A test is a coroutine on the same loop.
class ServerTest : public testing::Test {
 public:
  ServerTest() : arrived_(1000) {
    quiet_log();
    registry_.add(make_tool("echo"));
    registry_.add(
        make_tool("wait", [this](Value, CallContext& context) { return wait(this, &context); }));
    registry_.add(
        make_tool("report", [](Value, CallContext& context) { return report(&context); }));
    registry_.add(make_tool("stubborn", [this](Value, CallContext&) { return stubborn(this); }));
    registry_.add(make_tool("bad", [](Value, CallContext&) { return bad(); }));
  }

  // Waits until the test opens the gate, or for ever.
  static Task<Value> wait(ServerTest* test, CallContext* context) {
    context->after_reply([test] { ++test->cleaned_; });
    test->arrived_.try_push(true);
    ++test->waiting_;
    try {
      co_await test->gate_.pop();
    } catch (const Cancelled&) {
      ++test->cancelled_;
      throw;
    }
    co_return text_result("done");
  }

  // Swallows its cancellation and gives a result all the same.
  static Task<Value> stubborn(ServerTest* test) {
    test->arrived_.try_push(true);
    try {
      co_await test->gate_.pop();
    } catch (const Cancelled&) {
      ++test->cancelled_;
    }
    co_return text_result("stubborn");
  }

  static Task<Value> report(CallContext* context) {
    for (int i : {1, 1, 0, 2, 3}) context->progress(i, 3.0, "step");
    context->log(LogLevel::kInfo, "hello");
    context->log(LogLevel::kDebug, "unheard");
    co_return text_result("reported");
  }

  static Task<Value> bad() {
    Value result = text_result("x");
    Value members;
    members.set("n", std::nan(""));
    result.set("members", members);
    co_return result;
  }

  static Task<void> serve(ServerTest* test) {
    co_await test->server_.serve();
    test->client_.end_hearing();
  }

  // Runs the session beside `client`, which ends it.
  void play(Task<void> client) {
    run(loop_, both(this, std::move(client)));
    EXPECT_EQ(server_.in_flight(), 0u);
    EXPECT_TRUE(complete_) << "the test stood still";
  }
  static Task<void> both(ServerTest* test, Task<void> client) {
    const Context context = co_await current_context();
    Nursery nursery(context);
    nursery.start(serve(test));
    nursery.start(std::move(client));
    // A test that stands still fails instead of hanging.
    Alarm patience;
    patience.set(test->loop_, 20, [&] { nursery.cancel(); });
    co_await nursery.join();
    test->complete_ = !nursery.scope().fired();
  }

  // Sends the lines, ends the input and returns everything that was answered.
  std::vector<Value> conversation(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) client_.say(line);
    client_.finish();
    std::vector<Value> heard;
    play(listen(this, &heard));
    return heard;
  }
  static Task<void> listen(ServerTest* test, std::vector<Value>* heard) {
    for (;;) {
      Value message = co_await test->client_.hear();
      if (message.is_nil()) co_return;
      heard->push_back(std::move(message));
    }
  }

  Loop loop_;
  Registry registry_;
  ServerInfo info_{"PeekabooMCP", "", "1", "", true};
  HandshakeDialect dialect_{info_};
  FakeTransport client_;
  Server server_{registry_, dialect_, client_};
  Channel<bool> gate_{1000};
  Channel<bool> arrived_;
  bool complete_ = false;
  int waiting_ = 0;
  int cancelled_ = 0;
  int cleaned_ = 0;
};

TEST_F(ServerTest, HoldsAnOrdinaryConversation) {
  const auto heard = conversation(
      {initialize("2025-11-25"), R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
       request("1", "tools/list"), call("2", "echo", R"({"a":"é"})"), request("3", "ping")});
  ASSERT_EQ(heard.size(), 4u);
  EXPECT_EQ(heard[0]["result"]["serverInfo"]["name"], Value("PeekabooMCP"));
  EXPECT_EQ(heard[1]["result"]["tools"].list()->size(), 5u);
  EXPECT_EQ(json::dump(heard[3]), R"({"jsonrpc":"2.0","id":3,"result":{}})");
  EXPECT_EQ((*heard[2]["result"]["content"].list())[0]["text"], Value(R"({"a":"é"})"));
  EXPECT_TRUE(dialect_.ready());
}

TEST_F(ServerTest, SurvivesHostileLines) {
  client_.say_too_long();
  const auto heard =
      conversation({"",
                    "   \r",
                    "nonsense",
                    "\xff\xfe",
                    "[]",
                    "[1]",
                    "{}",
                    "null",
                    std::string(70, '['),
                    R"({"jsonrpc":"2.0","id":1,"result":{}})",
                    R"({"jsonrpc":"2.0","method":"unknown/note"})",
                    R"({"jsonrpc":"2.0","method":"tools/call","params":{"name":"echo"}})",
                    request("1.5", "ping"),
                    request("null", "ping"),
                    cancel("99"),
                    cancel("{}"),
                    R"({"jsonrpc":"2.0","method":"notifications/cancelled"})",
                    R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]})",
                    call("\"u\"", "no such tool"),
                    request("\"m\"", "resources/list"),
                    request("\"e\"", "ping")});
  std::vector<std::int64_t> codes;
  for (const Value& message : heard)
    if (const auto* code = message["error"]["code"].as<std::int64_t>()) codes.push_back(*code);
  EXPECT_THAT(codes, testing::ElementsAre(kInvalidRequest, kParseError, kParseError,
                                          kInvalidRequest, kInvalidRequest, kInvalidRequest,
                                          kInvalidRequest, kParseError, kInvalidRequest,
                                          kInvalidRequest, kInvalidParams, kMethodNotFound));
  EXPECT_EQ(json::dump(heard.back()), R"({"jsonrpc":"2.0","id":"e","result":{}})");
  EXPECT_EQ(heard[0].find("id"), nullptr);
  EXPECT_THAT(*heard[0]["error"]["message"].string(), HasSubstr("1000 bytes"));
}

TEST_F(ServerTest, RandomLinesNeverEndTheSession) {
  std::mt19937 random(5);
  const std::string good = call("7", "echo", R"({"a":[1,2,{"b":null}]})");
  for (int i = 0; i < 2000; ++i) {
    std::string line = good;
    for (auto n = random() % 4; n > 0; --n)
      line[random() % line.size()] = static_cast<char>(random());
    if (random() % 4 == 0) line.resize(random() % line.size());
    client_.say(line);
  }
  const auto heard = conversation({request("\"end\"", "ping")});
  const bool answered = std::any_of(heard.begin(), heard.end(),
                                    [](const Value& m) { return m["id"] == Value("end"); });
  EXPECT_TRUE(answered);
}

TEST_F(ServerTest, AnswersEachRequestOnceWithItsOwnId) {
  std::vector<std::string> lines;
  for (int i = 0; i < 1000; ++i) {
    lines.push_back(call(std::to_string(i), "echo"));
    lines.push_back(call(std::string("\"").append(std::to_string(i)).append("\""), "echo"));
  }
  const auto heard = conversation(lines);
  std::vector<std::string> ids;
  for (const Value& message : heard) ids.push_back(json::dump(message["id"]));
  std::sort(ids.begin(), ids.end());
  EXPECT_EQ(std::unique(ids.begin(), ids.end()), ids.end());
  EXPECT_EQ(ids.size(), 2000u);
}

TEST_F(ServerTest, AWaitingToolBlocksNeitherPingNorOtherCalls) {
  client_.say(call("1", "wait"));
  client_.say(request("2", "ping"));
  client_.say(call("3", "echo"));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    Value first = co_await test->client_.hear();
    EXPECT_EQ(first["id"], Value(2));
    Value second = co_await test->client_.hear();
    EXPECT_EQ(second["id"], Value(3));
    test->gate_.try_push(true);
    Value third = co_await test->client_.hear();
    EXPECT_EQ(third["id"], Value(1));
    EXPECT_EQ(test->cleaned_, 1);
    test->client_.finish();
  };
  play(script(this));
}

TEST_F(ServerTest, ACancelledCallStopsAndIsNotAnswered) {
  for (const char* tool : {"wait", "stubborn"})
    client_.say(call(std::string("\"") + tool + "\"", tool));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    co_await test->arrived_.pop();
    co_await test->arrived_.pop();
    test->client_.say(cancel("\"wait\""));
    test->client_.say(cancel("\"stubborn\""));
    test->client_.say(cancel("\"wait\""));
    test->client_.say(request("5", "ping"));
    Value pong = co_await test->client_.hear();
    EXPECT_EQ(pong["id"], Value(5));
    EXPECT_EQ(test->cancelled_, 2);
    EXPECT_EQ(test->cleaned_, 1);
    test->client_.finish();
    Value rest = co_await test->client_.hear();
    EXPECT_TRUE(rest.is_nil()) << json::dump(rest);
  };
  play(script(this));
}

TEST_F(ServerTest, IdsOfDifferentTypesAreDifferentCalls) {
  client_.say(call("1", "wait"));
  client_.say(call("\"1\"", "wait"));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    co_await test->arrived_.pop();
    co_await test->arrived_.pop();
    test->client_.say(cancel("\"1\""));
    test->client_.say(request("2", "ping"));
    co_await test->client_.hear();
    EXPECT_EQ(test->cancelled_, 1);
    test->gate_.try_push(true);
    Value done = co_await test->client_.hear();
    EXPECT_EQ(done["id"], Value(1));
    test->client_.finish();
  };
  play(script(this));
}

TEST_F(ServerTest, RefusesAnIdThatIsStillRunning) {
  client_.say(call("1", "wait"));
  client_.say(call("1", "echo"));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    Value refusal = co_await test->client_.hear();
    EXPECT_EQ(refusal["id"], Value(1));
    EXPECT_EQ(refusal["error"]["code"], Value(kInvalidRequest));
    test->gate_.try_push(true);
    Value done = co_await test->client_.hear();
    EXPECT_EQ(done["id"], Value(1));
    EXPECT_TRUE(done["result"].record());
    test->client_.say(call("1", "echo"));
    Value again = co_await test->client_.hear();
    EXPECT_TRUE(again["result"].record());
    test->client_.finish();
  };
  play(script(this));
}

TEST_F(ServerTest, SendsProgressOnlyForATokenAndStrictlyIncreasing) {
  const auto heard =
      conversation({request("1", "tools/call", R"({"name":"report","_meta":{"progressToken":7}})"),
                    call("2", "report")});
  std::vector<std::string> progress;
  int logs = 0;
  for (const Value& message : heard) {
    if (message["method"] == Value("notifications/message")) {
      ++logs;
      EXPECT_EQ(json::dump(message["params"]), R"({"level":"info","data":"hello"})");
    }
    if (message["method"] != Value("notifications/progress")) continue;
    EXPECT_EQ(message["params"]["progressToken"], Value(7));
    progress.push_back(json::dump(message["params"]["progress"]));
  }
  // The second step comes too soon after the first, the last one always goes out.
  EXPECT_THAT(progress, testing::ElementsAre("1", "3"));
  EXPECT_EQ(logs, 2);
}

TEST_F(ServerTest, AResultWithoutJsonFormIsAnInternalError) {
  const auto heard = conversation({call("1", "bad")});
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_EQ(heard[0]["id"], Value(1));
  EXPECT_EQ(heard[0]["error"]["code"], Value(kInternalError));
  EXPECT_THAT(*heard[0]["error"]["message"].string(),
              HasSubstr("$.result.n is not a finite number"));
}

TEST_F(ServerTest, AnswersBatchesAsOneMessage) {
  const std::string batch = "[" + call("1", "echo") + ",5," + request("2", "ping") +
                            R"(,{"jsonrpc":"2.0","method":"x"},)" + initialize("2025-03-26") + "]";
  const auto heard =
      conversation({initialize("2025-03-26"), batch, R"([{"jsonrpc":"2.0","method":"x"}])", "[]"});
  ASSERT_EQ(heard.size(), 3u);
  const Value& refused = heard[1].list() ? heard[2] : heard[1];
  const Value& answers = heard[1].list() ? heard[1] : heard[2];
  EXPECT_EQ(refused["error"]["code"], Value(kInvalidRequest));
  EXPECT_TRUE(refused["id"].is_null());
  ASSERT_TRUE(answers.list());
  ASSERT_EQ(answers.list()->size(), 4u);
  int errors = 0;
  for (const Value& answer : *answers.list())
    errors += answer["error"]["code"] == Value(kInvalidRequest);
  EXPECT_EQ(errors, 2);
}

TEST_F(ServerTest, ABatchDoesNotWaitForACancelledCall) {
  client_.say(initialize("2025-03-26"));
  client_.say("[" + call("1", "wait") + "," + call("2", "echo") + "]");
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    co_await test->client_.hear();
    co_await test->arrived_.pop();
    test->client_.say(cancel("1"));
    Value answers = co_await test->client_.hear();
    EXPECT_TRUE(answers.list());
    EXPECT_EQ(answers.list()->size(), 1u);
    test->client_.finish();
  };
  play(script(this));
}

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

TEST_F(ServerTest, StopsReadingWhenTooManyCallsAreInFlight) {
  for (std::size_t i = 0; i < Server::kMaxCalls + 50; ++i)
    client_.say(call(std::to_string(i), "wait"));
  static constexpr auto script = [](ServerTest* test) -> Task<void> {
    for (std::size_t i = 0; i < Server::kMaxCalls; ++i) co_await test->arrived_.pop();
    EXPECT_EQ(test->server_.in_flight(), Server::kMaxCalls);
    EXPECT_EQ(test->client_.unread(), 50u);
    for (std::size_t i = 0; i < Server::kMaxCalls + 50; ++i) test->gate_.try_push(true);
    for (std::size_t i = 0; i < Server::kMaxCalls + 50; ++i) co_await test->client_.hear();
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

#include "runtime/mcp/server/server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/unit/runtime/mcp/server_fixture.hpp"

namespace runtime::mcp {
namespace {

using testing::HasSubstr;

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

}  // namespace
}  // namespace runtime::mcp

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/mcp/dialect/dual.hpp"
#include "tests/unit/runtime/mcp/server_fixture.hpp"

namespace runtime::mcp {
namespace {

using testing::ElementsAre;

std::string modern(const std::string& id, const std::string& method, const std::string& more = "") {
  return request(id, method,
                 R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                 R"("io.modelcontextprotocol/clientCapabilities":{}})" +
                     more + "}");
}
std::string listen(const std::string& id, const std::string& filter) {
  return modern(id, "subscriptions/listen", ",\"notifications\":" + filter);
}

// A session of both generations with a client in memory.
class ListenTest : public testing::Test {
 public:
  ListenTest() {
    quiet_log();
    info.version = "1";
    info.logging = info.resources = info.prompts = info.completions = info.changes = true;
    catalog.tools.add(make_tool("echo"));
    Resource resource;
    resource.uri = "x:y";
    resource.name = "y";
    resource.read = [](std::string, Value, CallContext&) { return nothing(); };
    catalog.resources.add(std::move(resource));
  }
  static Task<Value> nothing() { co_return Value(); }

  static Task<void> serve(ListenTest* test) {
    try {
      co_await test->server.serve();
    } catch (const Cancelled&) {
      // A test of the end by a signal.
    }
    test->client.end_hearing();
  }
  static Task<void> both(ListenTest* test, Task<void> script) {
    const Context context = co_await current_context();
    Nursery nursery(context);
    nursery.start(serve(test));
    nursery.start(std::move(script));
    Alarm patience;
    patience.set(test->loop, 20, [&] { nursery.cancel(); });
    co_await nursery.join();
    test->complete = true;
  }
  void play(Task<void> script) {
    run(loop, both(this, std::move(script)));
    EXPECT_TRUE(complete) << "the test stood still";
  }
  Task<std::string> method() {
    Value message = co_await client.hear();
    co_return message["method"].string() ? *message["method"].string() : json::dump(message);
  }
  // Everything until the server has nothing more to say.
  static Task<void> rest(ListenTest* test, std::vector<std::string>* methods) {
    for (;;) {
      Value message = co_await test->client.hear();
      if (message.is_nil()) co_return;
      const std::string* name = message["method"].string();
      methods->push_back(name ? *name : message["result"].record() ? "result" : "error");
    }
  }

  Loop loop;
  Catalog catalog;
  ServerInfo info;
  DualDialect dialect{info};
  FakeTransport client;
  Server server{catalog, dialect, client};
  bool complete = false;
};

TEST_F(ListenTest, EndsSubscriptionsWithAnAnswerWhenTheInputEnds) {
  client.say(listen("1", R"({"toolsListChanged":true})"));
  client.say(listen("2", R"({})"));
  client.finish();
  static constexpr auto script = [](ListenTest* test) -> Task<void> {
    std::vector<std::string> heard;
    Task<void> listening = rest(test, &heard);
    co_await std::move(listening);
    std::sort(heard.begin(), heard.end());
    EXPECT_THAT(heard, ElementsAre("notifications/subscriptions/acknowledged",
                                   "notifications/subscriptions/acknowledged", "result", "result"));
  };
  play(script(this));
}

TEST_F(ListenTest, EndsSubscriptionsWithAnAnswerWhenTheProgramEnds) {
  client.say(listen("1", R"({"toolsListChanged":true})"));
  static constexpr auto script = [](ListenTest* test, Cancel* all) -> Task<void> {
    co_await test->client.hear();
    all->fire();
    Task<void> waiting = test->client.end_seen();
    try {
      co_await std::move(waiting);
    } catch (const Cancelled&) {
      // The test's own end.
    }
  };
  Cancel all;
  try {
    run(loop, both(this, script(this, &all)), &all);
  } catch (const Cancelled&) {
    // As the program's own end.
  }
  std::vector<std::string> heard;
  run(loop, rest(this, &heard));
  EXPECT_THAT(heard, ElementsAre("result"));
}

TEST_F(ListenTest, ManySubscriptionsDoNotHoldUpReading) {
  for (int i = 0; i < 100; ++i) client.say(listen(std::to_string(i), "{}"));
  client.say(modern("\"last\"", "tools/list"));
  static constexpr auto script = [](ListenTest* test) -> Task<void> {
    int refused = 0;
    for (int i = 0; i < 101; ++i) {
      const Value message = co_await test->client.hear();
      refused += message["error"]["code"] == Value(kInvalidRequest);
    }
    EXPECT_EQ(refused, 100 - static_cast<int>(StatelessDialect::kMaxListens));
    test->client.finish();
  };
  play(script(this));
}

TEST_F(ListenTest, AClientThatDoesNotReadIsToldOfAChangeOnce) {
  client.say(listen("1", R"({"toolsListChanged":true,"resourceSubscriptions":["x:y"]})"));
  static constexpr auto script = [](ListenTest* test) -> Task<void> {
    co_await test->client.hear();
    test->client.stop_reading();
    for (int i = 0; i < 1000; ++i) {
      test->catalog.changes.announce({Change::What::kTools, {}});
      test->catalog.changes.announce({Change::What::kResource, "x:y"});
    }
    for (int i = 0; i < 2000; ++i) test->client.allow_one();
    test->client.finish();
    std::vector<std::string> heard;
    Task<void> listening = rest(test, &heard);
    co_await std::move(listening);
    EXPECT_EQ(heard.back(), "result");
    EXPECT_LT(heard.size(), 40u);
    EXPECT_GT(heard.size(), 2u);
  };
  play(script(this));
}

TEST_F(ListenTest, NothingIsToldAfterTheClientHasCancelled) {
  client.say(listen("1", R"({"toolsListChanged":true})"));
  static constexpr auto script = [](ListenTest* test) -> Task<void> {
    co_await test->client.hear();
    test->client.say(cancel("1"));
    test->client.say(request("2", "ping"));
    co_await test->client.hear();
    test->catalog.changes.announce({Change::What::kTools, {}});
    test->client.finish();
    const Value end = co_await test->client.hear();
    EXPECT_TRUE(end.is_nil()) << json::dump(end);
  };
  play(script(this));
}

// Two connections of one session: what one has started the other can cancel, and only one of them
// hears of changes.
TEST_F(ListenTest, ConnectionsOfASessionShareWhatIsInFlight) {
  static constexpr auto wait = [](CallContext* context) -> Task<Value> {
    co_await sleep(60);
    co_return text_result(name_of(context->caller().kind));
  };
  catalog.tools.add(make_tool("wait", [](Value, CallContext& context) { return wait(&context); }));
  static constexpr auto script = [](ListenTest* test) -> Task<void> {
    InFlight in_flight;
    FakeTransport first;
    FakeTransport second;
    Server one(test->catalog, test->dialect, first, {.announces = true, .in_flight = &in_flight});
    Server two(test->catalog, test->dialect, second, {.announces = false, .in_flight = &in_flight});
    const Context context = co_await current_context();
    Nursery nursery(context);
    nursery.start(one.serve());
    nursery.start(two.serve());
    first.say(initialize("2025-11-25"));
    co_await first.hear();
    first.say(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    first.say(call("7", "wait"));
    first.say(request("8", "ping"));
    co_await first.hear();
    EXPECT_EQ(one.in_flight(), 1u);
    second.say(call("7", "wait"));
    const Value refused = co_await second.hear();
    EXPECT_EQ(refused["error"]["code"], Value(kInvalidRequest));
    second.say(cancel("7"));
    second.say(request("9", "ping"));
    co_await second.hear();
    while (one.in_flight() > 0) co_await sleep(0.001);
    test->catalog.changes.announce({Change::What::kTools, {}});
    const Value told = co_await first.hear();
    EXPECT_EQ(told["method"], Value("notifications/tools/list_changed"));
    EXPECT_EQ(second.heard(), 0u);
    first.finish();
    second.finish();
    co_await nursery.join();
    test->client.finish();
  };
  play(script(this));
}

TEST_F(ListenTest, TransportsAreToldWhatAMessageIs) {
  client.say(modern("1", "no/such"));
  client.say(modern("2", "tools/list"));
  client.say(listen("3", "{}"));
  client.finish();
  static constexpr auto script = [](ListenTest* test) -> Task<void> {
    std::vector<std::string> heard;
    Task<void> listening = rest(test, &heard);
    co_await std::move(listening);
    EXPECT_THAT(heard, ElementsAre("error", "result", "notifications/subscriptions/acknowledged",
                                   "result"));
  };
  play(script(this));
  using Kind = Transport::Nature::Kind;
  ASSERT_EQ(client.natures.size(), 4u);
  EXPECT_EQ(client.natures[0].error, kMethodNotFound);
  EXPECT_EQ(client.natures[1].error, 0);
  EXPECT_EQ(client.natures[1].kind, Kind::kReply);
  EXPECT_EQ(client.natures[2].kind, Kind::kNotice);
  EXPECT_EQ(client.natures[3].kind, Kind::kReply);
}

}  // namespace
}  // namespace runtime::mcp

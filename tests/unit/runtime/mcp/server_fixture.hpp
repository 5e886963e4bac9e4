#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/async/timer.hpp"
#include "runtime/mcp/server/server.hpp"
#include "tests/unit/runtime/mcp/fakes.hpp"

namespace runtime::mcp {

inline std::string request(const std::string& id, const std::string& method,
                           const std::string& params = "{}") {
  return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method +
         "\",\"params\":" + params + "}";
}
inline std::string call(const std::string& id, const std::string& tool,
                        const std::string& arguments = "{}") {
  return request(id, "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}");
}
inline std::string cancel(const std::string& id) {
  return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" +
         id + "}}";
}
inline std::string initialize(const std::string& version) {
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

  // Waits until the test opens the gate, or forever.
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

  // Ignores its cancellation and still returns a result.
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
    patience.set(test->loop_, 80, [&] { nursery.cancel(); });
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
  Catalog catalog_;
  Registry& registry_ = catalog_.tools;
  ServerInfo info_{.version = "1", .logging = true};
  HandshakeDialect dialect_{info_};
  FakeTransport client_;
  Server server_{catalog_, dialect_, client_};
  Channel<bool> gate_{1000};
  Channel<bool> arrived_;
  bool complete_ = false;
  int waiting_ = 0;
  int cancelled_ = 0;
  int cleaned_ = 0;
};

}  // namespace runtime::mcp

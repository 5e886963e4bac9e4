#include "runtime/mcp/dialect/stateless.hpp"

#include <gtest/gtest.h>

#include "runtime/mcp/dialect/dual.hpp"

namespace runtime::mcp {
namespace {

ServerInfo everything() {
  ServerInfo info;
  info.version = "1";
  info.logging = info.resources = info.prompts = info.completions = info.changes = true;
  return info;
}

Value marks() {
  return json::parse(R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                     R"("io.modelcontextprotocol/clientCapabilities":{"sampling":{}}})");
}

Message message(const std::string& method, Value params = {}, Value meta = marks()) {
  Message made;
  made.kind = Message::Kind::kRequest;
  made.id = Id(std::int64_t{1});
  made.method = method;
  made.params = std::move(params);
  if (!meta.is_nil()) made.params.set("_meta", std::move(meta));
  return made;
}

class StatelessTest : public testing::Test {
 protected:
  int code_of(Message asked) {
    try {
      dialect.open(std::move(asked), false);
    } catch (const RpcError& error) {
      return error.code;
    }
    return 0;
  }
  std::vector<std::string> told(Change::What what, const std::string& uri = {}) {
    std::vector<std::string> texts;
    for (const Notice& notice : dialect.notices({what, uri}))
      texts.push_back(notice.method + " " +
                      json::dump(notice.params["_meta"]["io.modelcontextprotocol/subscriptionId"]));
    return texts;
  }
  Notice listen(const Id& id, const char* filter) {
    Value params;
    params.set("notifications", json::parse(filter));
    return dialect.listen(id, dialect.open(message("subscriptions/listen", params), false));
  }

  ServerInfo info = everything();
  StatelessDialect dialect{info};
};

TEST_F(StatelessTest, ReadsTheClientFromEachRequest) {
  Value meta = marks();
  meta.set("io.modelcontextprotocol/clientInfo", json::parse(R"({"name":"c","version":"2"})"))
      .set("io.modelcontextprotocol/logLevel", "warning")
      .set("progressToken", 7);
  const Request request = dialect.open(message("tools/list", {}, meta), false);
  EXPECT_EQ(request.client->name, "c");
  EXPECT_TRUE(request.client->capabilities["sampling"].record());
  EXPECT_EQ(request.progress_token, Value(7));
  EXPECT_TRUE(dialect.wants_log(request, LogLevel::kError));
  EXPECT_FALSE(dialect.wants_log(request, LogLevel::kInfo));
  const Request next = dialect.open(message("tools/list"), false);
  EXPECT_EQ(next.client->name, "");
  EXPECT_FALSE(dialect.wants_log(next, LogLevel::kEmergency));
}

TEST_F(StatelessTest, RefusesWhatItDoesNotHave) {
  for (const char* method : {"initialize", "ping", "logging/setLevel", "resources/subscribe",
                             "resources/unsubscribe", "roots/list", "tasks/get", ""})
    EXPECT_EQ(code_of(message(method)), kMethodNotFound) << method;
  EXPECT_EQ(code_of(message("ping", {}, Value())), kInvalidParams);
  Value meta = marks();
  meta.set("io.modelcontextprotocol/protocolVersion", "2099-01-01");
  EXPECT_EQ(code_of(message("tools/list", {}, meta)), kUnsupportedVersion);
  EXPECT_THROW(dialect.open(message("tools/list"), true), RpcError);
  info.resources = info.prompts = info.completions = info.changes = false;
  for (const char* method : {"resources/list", "resources/read", "prompts/list", "prompts/get",
                             "completion/complete", "subscriptions/listen"})
    EXPECT_EQ(code_of(message(method)), kMethodNotFound) << method;
}

TEST_F(StatelessTest, DressesResults) {
  const Request list = dialect.open(message("resources/list"), false);
  EXPECT_EQ(
      json::dump(dialect.encode_result(list, json::parse(R"({"resources":[]})"))),
      R"({"resources":[],"resultType":"complete","ttlMs":0,"cacheScope":"private",)"
      R"("_meta":{"io.modelcontextprotocol/serverInfo":{"name":"PeekabooMCP","version":"1"}}})");
  const Request call = dialect.open(message("tools/call", json::parse(R"({"name":"a"})")), false);
  const Value result =
      dialect.encode_result(call, json::parse(R"({"content":[],"_meta":{"a":1}})"));
  EXPECT_EQ(result["ttlMs"], Value());
  EXPECT_EQ(result["_meta"]["a"], Value(1));
  EXPECT_EQ(dialect.encode_error(call, RpcError(kResourceNotFound, "x")).code, kInvalidParams);
  EXPECT_EQ(dialect.lacking(call, json::parse(R"({"roots":{}})"))->code, kMissingCapability);
}

TEST_F(StatelessTest, TellsWhatWasAskedForAndTagsIt) {
  EXPECT_TRUE(told(Change::What::kTools).empty());
  const Notice first = listen(Id(std::int64_t{5}), R"({"toolsListChanged":true})");
  EXPECT_EQ(json::dump(first.params), R"({"_meta":{"io.modelcontextprotocol/subscriptionId":5},)"
                                      R"("notifications":{"toolsListChanged":true}})");
  listen(Id("b"), R"({"toolsListChanged":true,"resourceSubscriptions":["x:y","x:y"]})");
  EXPECT_EQ(told(Change::What::kTools).size(), 2u);
  EXPECT_TRUE(told(Change::What::kPrompts).empty());
  EXPECT_TRUE(told(Change::What::kResource, "x:z").empty());
  EXPECT_EQ(told(Change::What::kResource, "x:y"),
            std::vector<std::string>{"notifications/resources/updated \"b\""});
  const Request request =
      dialect.open(message("subscriptions/listen", json::parse(R"({"notifications":{}})")), false);
  EXPECT_EQ(dialect.unlisten(Id("b"), request)["_meta"]["io.modelcontextprotocol/subscriptionId"],
            Value("b"));
  EXPECT_TRUE(told(Change::What::kResource, "x:y").empty());
}

TEST_F(StatelessTest, BoundsSubscriptions) {
  for (std::size_t i = 0; i < StatelessDialect::kMaxListens; ++i)
    listen(Id(static_cast<std::int64_t>(i)), "{}");
  EXPECT_THROW(listen(Id("one more"), "{}"), RpcError);
  Value::List uris(StatelessDialect::kMaxSubscriptions + 1, Value("x:y"));
  Value filter;
  filter.set("resourceSubscriptions", std::move(uris));
  Value params;
  params.set("notifications", std::move(filter));
  EXPECT_EQ(code_of(message("subscriptions/listen", params)), kInvalidParams);
}

TEST_F(StatelessTest, IsToldFromTheOtherGenerationByItsMarks) {
  DualDialect dual(info);
  EXPECT_EQ(dual.open(message("tools/list"), false).version, "2026-07-28");
  EXPECT_EQ(dual.open(message("tools/list", {}, Value()), false).version, "2025-11-25");
  EXPECT_EQ(
      dual.open(message("tools/list", {}, json::parse(R"({"progressToken":1})")), false).version,
      "2025-11-25");
  const Value other = json::parse(R"({"io.modelcontextprotocol/related-task":{"taskId":"1"}})");
  EXPECT_EQ(dual.open(message("tools/list", {}, other), false).version, "2025-11-25");
  const auto code = [&](Message asked) {
    try {
      dual.open(std::move(asked), false);
    } catch (const RpcError& error) {
      return error.code;
    }
    return 0;
  };
  EXPECT_EQ(code(message("server/discover", {}, Value())), kInvalidParams);
  EXPECT_EQ(code(message("ping")), kMethodNotFound);
  EXPECT_EQ(code(message("ping", {}, Value())), 0);
}

}  // namespace
}  // namespace runtime::mcp

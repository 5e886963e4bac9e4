#include "runtime/mcp/dialect/handshake.hpp"

#include <gtest/gtest.h>

namespace runtime::mcp {
namespace {

Value initialize_params(const std::string& version) {
  Value params = json::parse(R"({"capabilities":{},"clientInfo":{"name":"c","version":"1"}})");
  params.set("protocolVersion", version);
  return params;
}

class HandshakeTest : public testing::Test {
 protected:
  Message message(const std::string& method, Value params = {}) {
    Message message;
    message.kind = Message::Kind::kRequest;
    message.id = Id(std::int64_t{1});
    message.method = method;
    message.params = std::move(params);
    return message;
  }
  Value ask(const std::string& method, Value params = {}) {
    return dialect.answer(dialect.open(message(method, std::move(params)), false))
        .value_or(Value());
  }
  int code_of(const std::string& method, const char* params) {
    try {
      ask(method, json::parse(params));
    } catch (const RpcError& error) {
      return error.code;
    }
    return 0;
  }

  ServerInfo info{
      .title = "Peekaboo", .version = "1.2.3", .instructions = "Look first.", .logging = true};
  HandshakeDialect dialect{info};
};

TEST_F(HandshakeTest, AnswersWithTheVersionAskedForOrTheNewest) {
  for (const char* version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
    EXPECT_EQ(ask("initialize", initialize_params(version))["protocolVersion"], Value(version));
  for (const char* version : {"2026-07-28", "1999-01-01", "", "2025-11-25 "})
    EXPECT_EQ(ask("initialize", initialize_params(version))["protocolVersion"],
              Value("2025-11-25"));
}

TEST_F(HandshakeTest, IntroducesItself) {
  EXPECT_EQ(
      json::dump(ask("initialize", initialize_params("2025-06-18"))),
      R"({"protocolVersion":"2025-06-18","capabilities":{"tools":{},"logging":{}},)"
      R"("serverInfo":{"name":"PeekabooMCP","title":"Peekaboo","version":"1.2.3"},"instructions":"Look first."})");
  EXPECT_EQ(dialect.open(message("tools/list"), false).client->name, "c");
}

TEST_F(HandshakeTest, RefusesMalformedParams) {
  for (const char* params :
       {"{}", R"({"protocolVersion":1,"capabilities":{},"clientInfo":{"name":"","version":""}})",
        R"({"protocolVersion":"1","clientInfo":{"name":"","version":""}})",
        R"({"protocolVersion":"1","capabilities":[],"clientInfo":{"name":"","version":""}})",
        R"({"protocolVersion":"1","capabilities":{},"clientInfo":{"name":""}})"})
    EXPECT_EQ(code_of("initialize", params), kInvalidParams) << params;
  for (const char* params :
       {"{}", R"({"name":1})", R"({"name":"a","arguments":[]})", R"({"name":"a","arguments":"x"})",
        R"({"name":"a","_meta":{"progressToken":1.5}})", R"({"name":"a","_meta":1})"})
    EXPECT_EQ(code_of("tools/call", params), kInvalidParams) << params;
  EXPECT_EQ(code_of("tools/list", R"({"cursor":1})"), kInvalidParams);
  EXPECT_EQ(code_of("logging/setLevel", R"({"level":"loud"})"), kInvalidParams);
  EXPECT_EQ(code_of("logging/setLevel", "{}"), kInvalidParams);
}

TEST_F(HandshakeTest, KnowsOnlyDeclaredMethods) {
  for (const char* method : {"resources/list", "prompts/list", "completion/complete",
                             "server/discover", "", "tools/List"})
    EXPECT_EQ(code_of(method, "{}"), kMethodNotFound) << method;
  info.logging = false;
  EXPECT_EQ(code_of("logging/setLevel", R"({"level":"info"})"), kMethodNotFound);
  EXPECT_EQ(json::dump(ask("ping")), "{}");
}

TEST_F(HandshakeTest, ReadsTheProgressToken) {
  EXPECT_EQ(
      dialect
          .open(message("tools/call", json::parse(R"({"name":"a","_meta":{"progressToken":"t"}})")),
                false)
          .progress_token,
      Value("t"));
  EXPECT_TRUE(dialect.open(message("tools/call", json::parse(R"({"name":"a"})")), false)
                  .progress_token.is_nil());
}

TEST_F(HandshakeTest, BatchesBelongToOneRevision) {
  EXPECT_FALSE(dialect.allows_batches());
  for (const char* version : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    ask("initialize", initialize_params(version));
    EXPECT_EQ(dialect.allows_batches(), std::string(version) == "2025-03-26");
    EXPECT_EQ(dialect.no_id() == NoId::kOmitted, std::string(version) == "2025-11-25");
  }
  EXPECT_THROW(dialect.open(message("initialize", initialize_params("2025-03-26")), true),
               RpcError);
}

TEST_F(HandshakeTest, LeavesOutBlocksThatARevisionLacks) {
  const auto types = [&](const char* version) {
    ask("initialize", initialize_params(version));
    const Request request = dialect.open(message("tools/list"), false);
    const Value result = dialect.encode_result(
        request,
        json::parse(
            R"({"content":[{"type":"text"},{"type":"audio"},{"type":"resource_link"}],"n":1})"));
    std::string all;
    for (const Value& block : *result["content"].list()) all += *block["type"].string() + " ";
    return all;
  };
  EXPECT_EQ(types("2024-11-05"), "text ");
  EXPECT_EQ(types("2025-03-26"), "text audio ");
  EXPECT_EQ(types("2025-06-18"), "text audio resource_link ");
  EXPECT_EQ(types("2025-11-25"), "text audio resource_link ");
}

TEST_F(HandshakeTest, FiltersLogLines) {
  const Request request;
  EXPECT_TRUE(dialect.wants_log(request, LogLevel::kInfo));
  EXPECT_FALSE(dialect.wants_log(request, LogLevel::kDebug));
  ask("logging/setLevel", json::parse(R"({"level":"error"})"));
  EXPECT_FALSE(dialect.wants_log(request, LogLevel::kWarning));
  EXPECT_TRUE(dialect.wants_log(request, LogLevel::kEmergency));
}

}  // namespace
}  // namespace runtime::mcp

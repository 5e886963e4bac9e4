#include "runtime/mcp/dialect/elicitation.hpp"

#include <gtest/gtest.h>

#include "runtime/mcp/dialect/question.hpp"
#include "runtime/mcp/dialect/signed_token.hpp"
#include "runtime/mcp/dialect/stateless.hpp"

namespace runtime::mcp {
namespace {

TEST(SignedToken, OpensOnlyWhatItHasClosed) {
  const SignedToken token_key;
  const std::string closed = token_key.sign("text");
  EXPECT_EQ(token_key.verify(closed), "text");
  EXPECT_EQ(token_key.verify(token_key.sign("")), "");
  EXPECT_FALSE(SignedToken().verify(closed));
  for (std::size_t i = 0; i < closed.size(); ++i) {
    std::string other = closed;
    other[i] = other[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(token_key.verify(other)) << i;
    EXPECT_FALSE(token_key.verify(closed.substr(0, i)));
  }
  EXPECT_FALSE(token_key.verify(closed + "-TAMPERED"));
  EXPECT_FALSE(token_key.verify("."));
}

TEST(Question, ReadsTheScriptsForm) {
  EXPECT_EQ(
      json::dump(read_questions(json::parse(
          R"({"a":{"elicit":"Who?"},"b":{"sample":"Hi","max_tokens":5},"c":{"roots":true}})"))),
      R"({"a":{"method":"elicitation/create","params":{"message":"Who?",)"
      R"("requestedSchema":{"type":"object","properties":{}}}},)"
      R"("b":{"method":"sampling/createMessage","params":{"messages":[{"role":"user",)"
      R"("content":{"type":"text","text":"Hi"}}],"maxTokens":5}},)"
      R"("c":{"method":"roots/list","params":{}}})");
  for (const char* wrong : {"{}", R"({"a":1})", R"({"a":{}})", R"({"a":{"elicit":1}})", "[]"})
    EXPECT_THROW(read_questions(json::parse(wrong)), Error) << wrong;
  EXPECT_EQ(json::dump(capabilities_for(
                read_questions(json::parse(R"({"a":{"elicit":"x"},"b":{"roots":true}})")))),
            R"({"elicitation":{},"roots":{}})");
}

TEST(Question, KnowsAnAnswer) {
  const Value form = read_questions(json::parse(
      R"({"a":{"elicit":"x","schema":{"type":"object","properties":{"n":{"type":"string"}},"required":["n"]}}})"))
      ["a"];
  for (const char* good : {R"({"action":"accept","content":{"n":"x"}})", R"({"action":"decline"})",
                           R"({"action":"cancel","content":null})"})
    EXPECT_TRUE(is_answer(form, json::parse(good))) << good;
  for (const char* bad : {"null", "1", "{}", R"({"action":"accept"})", R"({"action":"maybe"})",
                          R"({"action":"accept","content":{"n":1}})", R"({"action":1})"})
    EXPECT_FALSE(is_answer(form, json::parse(bad))) << bad;
}

class RoundsTest : public testing::Test {
 protected:
  Request open(const std::string& more, const char* method = "tools/call") {
    Message message;
    message.kind = Message::Kind::kRequest;
    message.method = method;
    message.params =
        json::parse(R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
                    R"("io.modelcontextprotocol/clientCapabilities":{}},"name":"t")" +
                    more + "}");
    return dialect.open(std::move(message), false);
  }
  bool refused(const std::string& more, const char* method = "tools/call") {
    try {
      open(more, method);
    } catch (const RpcError& error) {
      return error.code == kInvalidParams;
    }
    return false;
  }
  std::string state_of(const Request& request) {
    const Value result =
        dialect.input_required(request, json::parse(R"({"q":{"method":"roots/list"}})"));
    EXPECT_EQ(result["resultType"], Value("input_required"));
    EXPECT_EQ(result["ttlMs"], Value());
    return ",\"requestState\":\"" + *result["requestState"].string() + "\"";
  }

  ServerInfo info{.version = "1", .prompts = true};
  StatelessDialect dialect{info};
};

TEST_F(RoundsTest, AnswersOfAllRoundsAreThere) {
  const Request first = open("");
  EXPECT_EQ(json::dump(first.answers), "{}");
  const Request second = open(R"(,"inputResponses":{"a":{"n":1}})" + state_of(first));
  const Request third = open(R"(,"inputResponses":{"b":{"n":2}})" + state_of(second));
  EXPECT_EQ(json::dump(third.answers), R"({"a":{"n":1},"b":{"n":2}})");
}

TEST_F(RoundsTest, AStateIsGoodForItsRequestOnly) {
  const std::string state = state_of(open(R"(,"arguments":{"a":1})"));
  EXPECT_FALSE(refused(R"(,"arguments":{"a":1})" + state));
  EXPECT_TRUE(refused(R"(,"arguments":{"a":2})" + state));
  EXPECT_TRUE(refused(state));
  EXPECT_TRUE(refused(state, "prompts/get"));
  for (const char* other : {"1", "null", "\"\"", "\"x.y\"", "{}"})
    EXPECT_EQ(refused(std::string(",\"requestState\":") + other), std::string(other) != "null")
        << other;
}

TEST_F(RoundsTest, RefusesMoreAnswersThanCanBeLookedThrough) {
  const auto answers = [](const std::string& prefix, int count) {
    std::string text;
    for (int i = 0; i < count; ++i)
      text += (i > 0 ? ",\"" : "\"") + prefix + std::to_string(i) + "\":{}";
    return ",\"inputResponses\":{" + text + "}";
  };
  EXPECT_FALSE(refused(answers("a", 1000)));
  EXPECT_TRUE(refused(answers("a", 1001)));
  EXPECT_TRUE(refused(answers("a", 200'000)));
  EXPECT_TRUE(refused(answers("b", 500) + state_of(open(answers("a", 501)))));
}

TEST_F(RoundsTest, RefusesIllFormedAnswers) {
  for (const char* wrong : {"null", "1", "[]", "\"x\"", R"({"a":1})", R"({"a":null})"})
    EXPECT_TRUE(refused(std::string(",\"inputResponses\":") + wrong)) << wrong;
}

}  // namespace
}  // namespace runtime::mcp

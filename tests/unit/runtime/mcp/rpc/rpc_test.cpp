#include "runtime/mcp/rpc/rpc.hpp"

#include <gtest/gtest.h>

#include <random>

#include "runtime/core/value/error.hpp"

namespace runtime::mcp {
namespace {

std::string text_without_blobs(const Segments& segments) {
  std::string text;
  for (const auto& segment : segments) {
    const auto* part = std::get_if<std::string>(&segment);
    text += part ? *part : "<blob>";
  }
  return text;
}

Message one(std::string_view text) {
  Incoming incoming = read_message(text);
  EXPECT_FALSE(incoming.batch);
  EXPECT_EQ(incoming.messages.size(), 1u);
  return std::move(incoming.messages.at(0));
}

int code_of(std::string_view text) {
  const Message message = one(text);
  EXPECT_EQ(message.kind, Message::Kind::kInvalid) << text;
  return message.error ? message.error->code : 0;
}

std::string request_with_id(std::string_view id) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":"ping"})";
}

TEST(Rpc, ReadsARequest) {
  const Message message =
      one(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"x"}})");
  EXPECT_EQ(message.kind, Message::Kind::kRequest);
  EXPECT_EQ(message.id, Id(std::int64_t{7}));
  EXPECT_EQ(message.method, "tools/call");
  EXPECT_EQ(message.params["name"], Value("x"));
}

TEST(Rpc, EchoesIdsExactly) {
  for (const char* id : {"0", "-1", "9007199254740993", "9223372036854775807",
                         "-9223372036854775808", "\"1\"", "\"\"", "\"é\\n\\u0000\""}) {
    const Message message = one(request_with_id(id));
    ASSERT_EQ(message.kind, Message::Kind::kRequest) << id;
    EXPECT_EQ(text_without_blobs(write_result(*message.id, Value(Value::Record{}))),
              std::string(R"({"jsonrpc":"2.0","id":)") + id + R"(,"result":{}})");
  }
}

TEST(Rpc, RandomIdsComeBackTheSame) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const auto number = static_cast<std::int64_t>(random() >> (random() % 64));
    const Id id = i % 2 ? Id(number) : Id(std::to_string(number));
    const Message message = one(request_with_id(json::dump(to_value(id))));
    ASSERT_EQ(message.id, id);
  }
}

TEST(Rpc, RefusesIdsItCannotEcho) {
  for (const char* id : {"null", "1.5", "1.0", "1e3", "18446744073709551615", "9223372036854775808",
                         "true", "[]", "{}"}) {
    const Message message = one(request_with_id(id));
    EXPECT_EQ(message.kind, Message::Kind::kInvalid) << id;
    ASSERT_TRUE(message.error) << id;
    EXPECT_EQ(message.error->code, kInvalidRequest) << id;
    EXPECT_FALSE(message.id) << id;
  }
}

TEST(Rpc, AMessageWithoutIdIsANotificationWhateverItsMethod) {
  EXPECT_EQ(one(R"({"jsonrpc":"2.0","method":"tools/call"})").kind, Message::Kind::kNotification);
  EXPECT_EQ(one(R"({"jsonrpc":"2.0","method":"x","params":[1]})").kind,
            Message::Kind::kNotification);
}

TEST(Rpc, RecognisesStrayResponses) {
  EXPECT_EQ(one(R"({"jsonrpc":"2.0","id":1,"result":{}})").kind, Message::Kind::kResponse);
  EXPECT_EQ(one(R"({"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}})").kind,
            Message::Kind::kResponse);
}

TEST(Rpc, TellsBadJsonFromBadRequests) {
  for (const char* text : {"", "{", "hello", "Content-Length: 10", "{\"a\":\"\xff\"}", "\xff\xfe"})
    EXPECT_EQ(code_of(text), kParseError) << text;
  EXPECT_EQ(code_of(std::string(100'000, '[')), kParseError);
  for (const char* text :
       {"1", "\"x\"", "null", "{}", "[]", R"({"jsonrpc":"1.0","id":1,"method":"ping"})",
        R"({"id":1,"method":"ping"})", R"({"jsonrpc":2.0,"id":1,"method":"ping"})",
        R"({"jsonrpc":"2.0","id":1,"method":5})", R"({"jsonrpc":"2.0","id":1})"})
    EXPECT_EQ(code_of(text), kInvalidRequest) << text;
  EXPECT_EQ(code_of(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})"), kInvalidParams);
}

TEST(Rpc, KeepsAReadableIdOfABadRequest) {
  EXPECT_EQ(one(R"({"jsonrpc":"1.0","id":"a","method":"ping"})").id, Id("a"));
  EXPECT_EQ(one(R"({"jsonrpc":"2.0","id":4,"method":"ping","params":3})").id, Id(std::int64_t{4}));
}

TEST(Rpc, ParamsNullIsNoParams) {
  EXPECT_TRUE(one(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":null})").params.is_nil());
}

TEST(Rpc, TakesBatchesApart) {
  const Incoming incoming = read_message(std::string("[") + request_with_id("1") +
                                         R"(,5,{"jsonrpc":"2.0","method":"n"}])");
  EXPECT_TRUE(incoming.batch);
  ASSERT_EQ(incoming.messages.size(), 3u);
  EXPECT_EQ(incoming.messages[0].kind, Message::Kind::kRequest);
  EXPECT_EQ(incoming.messages[1].kind, Message::Kind::kInvalid);
  EXPECT_EQ(incoming.messages[2].kind, Message::Kind::kNotification);
  std::string many = "[1";
  for (std::size_t i = 0; i < kMaxBatch; ++i) many += ",1";
  EXPECT_EQ(code_of(many + "]"), kInvalidRequest);
}

TEST(Rpc, WritesErrors) {
  const RpcError error(-32601, "no such \"method\"");
  EXPECT_EQ(text_without_blobs(write_error(Id("a"), error, NoId::kNull)),
            R"({"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"no such \"method\""}})");
  EXPECT_EQ(text_without_blobs(write_error({}, error, NoId::kNull)).substr(0, 31),
            R"({"jsonrpc":"2.0","id":null,"err)");
  EXPECT_EQ(text_without_blobs(write_error({}, error, NoId::kOmitted)).substr(0, 24),
            R"({"jsonrpc":"2.0","error")");
}

TEST(Rpc, SplicesBlobsIntoResultsAndBatches) {
  const auto blob = std::make_shared<const Blob>(std::vector<std::uint8_t>(1000), "image/png");
  Value result;
  result.set("data", blob);
  std::vector<Segments> replies;
  replies.push_back(write_result(Id("a"), result));
  replies.push_back(write_result(Id("b"), result));
  EXPECT_EQ(
      text_without_blobs(write_batch(std::move(replies))),
      R"([{"jsonrpc":"2.0","id":"a","result":{"data":"<blob>"}},{"jsonrpc":"2.0","id":"b","result":{"data":"<blob>"}}])");
}

TEST(Rpc, ShortensBetweenCharacters) {
  EXPECT_EQ(shortened("hello", 5), "hello");
  EXPECT_EQ(shortened("hello!", 5), "hello…");
  EXPECT_EQ(shortened("éé", 3), "é…");
}

}  // namespace
}  // namespace runtime::mcp

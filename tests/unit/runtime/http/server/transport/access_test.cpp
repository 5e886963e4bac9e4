#include "runtime/http/server/transport/access.hpp"

#include <gtest/gtest.h>

#include "runtime/http/server/mcp/http_session.hpp"
#include "runtime/http/server/mcp/mcp_headers.hpp"
#include "runtime/mcp/dialect/signed_token.hpp"

namespace runtime::http {

namespace {

TEST(Access, KnowsLoopback) {
  for (const char* name :
       {"localhost", "LOCALHOST:1", "127.0.0.1", "127.255.0.9:65535", "[::1]", "[::1]:8"})
    EXPECT_TRUE(is_loopback_authority(name)) << name;
  for (const char* name :
       {"", "localhost.", "localhost.evil", "127.1", "127.0.0.256", "127.0.0.1.evil", "127.0.0.1:x",
        "::1", "[::2]", "10.0.0.1", "evil@localhost", "127.0.0.1:123456", "127..0.1"})
    EXPECT_FALSE(is_loopback_authority(name)) << name;
}

TEST(Access, ComparesSecretsAsWholes) {
  EXPECT_TRUE(mcp::same_secret("abc", "abc"));
  EXPECT_FALSE(mcp::same_secret("abc", "abd"));
  EXPECT_FALSE(mcp::same_secret("abc", "abcd"));
  EXPECT_FALSE(mcp::same_secret("", "a"));
}

TEST(McpHeaders, DecodesValues) {
  EXPECT_EQ(decoded_field("plain"), "plain");
  EXPECT_EQ(decoded_field("=?base64?SGVsbG8=?="), "Hello");
  EXPECT_EQ(decoded_field("=?base64?"), "=?base64?");
  EXPECT_EQ(decoded_field("=?base64?SGVsbG8?="), std::nullopt);
  EXPECT_EQ(decoded_field("caf\xc3\xa9"), std::nullopt);
}

TEST(EventPlace, IsReadBack) {
  const auto place = parse_place(to_text(EventPlace{12, 34}));
  ASSERT_TRUE(place);
  EXPECT_EQ(place->stream, 12u);
  EXPECT_EQ(place->number, 34u);
  for (const char* text : {"", "1", "1-", "-1", "1-2-3", "1-x", " 1-2", "99999999999999999999-1"})
    EXPECT_FALSE(parse_place(text)) << text;
}

}  // namespace

}  // namespace runtime::http

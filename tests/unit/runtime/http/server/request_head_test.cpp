#include "runtime/http/server/request_head.hpp"

#include <gtest/gtest.h>

#include "runtime/http/server/refusal.hpp"

namespace runtime::http {

namespace {

int status_of(const std::string& head) {
  try {
    parse_head(head);
    return 200;
  } catch (const Refusal& refusal) {
    return refusal.status;
  }
}

TEST(RequestHead, ReadsWhatIsThere) {
  const RequestHead head = parse_head(
      "POST /mcp?x=1 HTTP/1.1\r\nHOST:  localhost \r\nContent-Length: 12\r\nConnection: "
      "close\r\nExpect: "
      "100-continue\r\n\r\n");
  EXPECT_EQ(head.method, "POST");
  EXPECT_EQ(head.path, "/mcp");
  EXPECT_EQ(*head.only("host"), "localhost");
  EXPECT_EQ(head.length, 12u);
  EXPECT_FALSE(head.keep_alive);
  EXPECT_TRUE(head.expects_continue);
}

TEST(RequestHead, RefusesWhatHasTwoMeanings) {
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), 200);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\nHost: a\n\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.0\r\nHost: a\r\n\r\n"), 505);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost : a\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n"), 400);
  EXPECT_EQ(
      status_of(
          "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"),
      400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n"),
            413);
}

TEST(RequestHead, ATargetInAbsoluteFormNamesTheHost) {
  const auto target = [](const std::string& text) {
    const RequestHead head = parse_head("POST " + text + " HTTP/1.1\r\nHost: other:1\r\n\r\n");
    return *head.only("host") + " " + head.path;
  };
  EXPECT_EQ(target("http://localhost:8080/mcp"), "localhost:8080 /mcp");
  EXPECT_EQ(target("HTTPS://[::1]/mcp?x=http://y/"), "[::1] /mcp");
  EXPECT_EQ(target("http://localhost"), "localhost /");
  EXPECT_EQ(target("http://localhost?x=/mcp"), "localhost /");
  EXPECT_EQ(target("/http://localhost/mcp"), "other:1 /http://localhost/mcp");
  for (const char* wrong : {"http:///mcp", "http://", "ftp://localhost/mcp", "://localhost/mcp",
                            "http://me@localhost/mcp", "http:/localhost/mcp", "localhost/mcp",
                            "localhost:80", "*", "http://local host/mcp"})
    EXPECT_EQ(status_of(std::string("GET ") + wrong + " HTTP/1.1\r\nHost: a\r\n\r\n"), 400)
        << wrong;
  EXPECT_EQ(status_of("GET http://a/ HTTP/1.1\r\n\r\n"), 400)
      << "a Host field is needed all the same";
  EXPECT_EQ(status_of("GET http://a/ HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"), 400);
}

TEST(RequestHead, FindsItsEndWithinTheLimit) {
  EXPECT_EQ(find_head_end("GET"), std::nullopt);
  EXPECT_EQ(find_head_end("a\r\n\r\nb"), std::optional<std::size_t>(5));
  EXPECT_THROW(find_head_end(std::string(RequestHead::kLargest, 'x')), Refusal);
}

TEST(RequestHead, KnowsMediaRanges) {
  EXPECT_TRUE(accepts("text/html, */*;q=0.1", "application/json"));
  EXPECT_TRUE(accepts("Application/*", "application/json"));
  EXPECT_FALSE(accepts("application/jsonp", "application/json"));
  EXPECT_FALSE(accepts("", "application/json"));
}

}  // namespace

}  // namespace runtime::http

#include "runtime/http/server/transport/request_head.hpp"

#include <gtest/gtest.h>

#include "runtime/http/server/transport/refusal.hpp"

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
  const std::string line = "GET /mcp HTTP/1.1\r\n";
  EXPECT_EQ(HeadScan().take("GET"), std::nullopt);
  EXPECT_EQ(HeadScan().take(line + "\r\nb"), line.size() + 2);
  EXPECT_THROW(HeadScan().take("GET /" + std::string(RequestHead::kLargest, 'x')), Refusal);
  HeadScan scan;
  const std::string whole = line + "Host: a\r\n\r\n";
  for (std::size_t size = 1; size < whole.size(); ++size)
    EXPECT_EQ(scan.take(whole.substr(0, size)), std::nullopt) << size;
  EXPECT_EQ(scan.take(whole), whole.size());
}

TEST(RequestHead, IsRefusedAsSoonAsItCannotBecomeOne) {
  // What is needed of each text, and no byte more.
  for (const std::string text :
       {"\x16", "\x80", "{", "\n", " ", "SSH-2.0-OpenSSH_9.2\r", "HELO\n", "GET /mcp HTTP/1.1\n",
        "GET /\x01", "GET /\rx", "GET /mcp\r\n", "GET /mcp HTTP/1.0\r\n", "PRI * HTTP/2.0\r\n",
        "GET /mcp HTTP/1.1\r\nHost: a\n", "GET /mcp HTTP/1.1\r\n\n",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFG"}) {
    EXPECT_EQ(HeadScan().take(text.substr(0, text.size() - 1)), std::nullopt) << text;
    EXPECT_THROW(HeadScan().take(text), Refusal) << text;
  }
}

TEST(RequestHead, KnowsMediaRanges) {
  EXPECT_TRUE(accepts("text/html, */*;q=0.1", "application/json"));
  EXPECT_TRUE(accepts("Application/*", "application/json"));
  EXPECT_FALSE(accepts("application/jsonp", "application/json"));
  EXPECT_FALSE(accepts("", "application/json"));
}

}  // namespace

}  // namespace runtime::http

#include "runtime/http/client/head.hpp"

#include <gtest/gtest.h>

#include "runtime/core/value/error.hpp"

namespace runtime::http {
namespace {

void feed(Head& head, const std::string& text) {
  for (const char c : text) head.take(c);
}
bool refuses(const std::string& text) {
  Head head;
  try {
    feed(head, text);
    head.content_length();
  } catch (const Error& error) {
    return error.details["reason"] == Value("protocol");
  }
  return false;
}

TEST(Head, KeepsFieldsAsTheyCame) {
  Head head;
  feed(head,
       "HTTP/1.1 200 OK\r\nLocation: /a%2Fb\r\nX-Empty:\r\nX-Twice: 1\r\nx-twice:  2 "
       "\r\nContent-Length: 12\r\n\r\n");
  const Fields expected = {{"location", "/a%2Fb"},
                           {"x-empty", ""},
                           {"x-twice", "1"},
                           {"x-twice", "2"},
                           {"content-length", "12"}};
  EXPECT_EQ(head.fields(), expected);
  EXPECT_EQ(head.content_length(), 12);
}

TEST(Head, ForgetsAnInterimAnswer) {
  Head head;
  feed(head, "HTTP/1.1 100 Continue\r\nx-a: 1\r\n\r\nHTTP/1.1 200 OK\r\nx-b: 2\r\n\r\n");
  EXPECT_EQ(head.fields(), (Fields{{"x-b", "2"}}));
  EXPECT_EQ(head.content_length(), -1);
}

TEST(Head, BoundsLines) {
  EXPECT_FALSE(refuses("HTTP/1.1 200 " + std::string(900, 'x')));
  EXPECT_TRUE(refuses("HTTP/1.1 200 " + std::string(2000, 'x')));
  EXPECT_TRUE(refuses("HTTP/1.1 100 C\r\n\r\nHTTP/1.1 200 " + std::string(2000, 'x')));
  EXPECT_FALSE(refuses("HTTP/1.1 200 OK\r\nx: " + std::string(8000, 'x')));
  EXPECT_TRUE(refuses("HTTP/1.1 200 OK\r\nx: " + std::string(9000, 'x')));
}

TEST(Head, BoundsTheNumberOfFieldsAndTheWhole) {
  std::string many = "HTTP/1.1 200 OK\r\n";
  std::string large = many;
  for (int i = 0; i < 300; ++i) many += "x: y\r\n";
  for (int i = 0; i < 40; ++i) large += "x: " + std::string(8000, 'y') + "\r\n";
  EXPECT_TRUE(refuses(many));
  EXPECT_TRUE(refuses(large));
}

TEST(Head, RefusesSenselessLengths) {
  for (const char* length :
       {"abc", "-1", "1 2", "0x10", "99999999999999999999", "1\r\nContent-Length: 2"})
    EXPECT_TRUE(refuses("HTTP/1.1 200 OK\r\nContent-Length: " + std::string(length) + "\r\n"))
        << length;
  EXPECT_FALSE(refuses("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n"));
}

TEST(Head, SeesTheEndOfChunks) {
  Head head;
  feed(head, "HTTP/1.1 200 OK\r\n\r\n");
  head.end();
  feed(head, "0\r\n");
  EXPECT_FALSE(head.chunks_ended());
  feed(head, "\r\n");
  EXPECT_TRUE(head.chunks_ended());
}

}  // namespace
}  // namespace runtime::http

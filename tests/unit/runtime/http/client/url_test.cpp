#include "runtime/http/client/url.hpp"

#include <gtest/gtest.h>

#include "runtime/core/value/error.hpp"

namespace runtime::http {
namespace {

std::string target(const std::string& text) { return parse_url(text).target; }
std::string resolved(const std::string& base, const std::string& reference) {
  const Url url = resolve(parse_url(base), reference);
  return url.origin() + url.target;
}
std::string refusal(const std::string& text) {
  try {
    parse_url(text);
  } catch (const Error& error) {
    return error.code;
  }
  return "taken";
}

TEST(Url, SplitsAddresses) {
  const Url url = parse_url("HTTPS://Example.ORG:8443/a/b?q=1#part");
  EXPECT_TRUE(url.secure);
  EXPECT_EQ(url.host, "example.org");
  EXPECT_EQ(url.port, 8443);
  EXPECT_EQ(url.target, "/a/b?q=1");
  EXPECT_EQ(url.origin(), "https://example.org:8443");
}

TEST(Url, KnowsTheSchemesPorts) {
  EXPECT_EQ(parse_url("http://x").port, 80);
  EXPECT_EQ(parse_url("https://x").port, 443);
  EXPECT_EQ(parse_url("http://x:80").authority(), "x");
  EXPECT_EQ(parse_url("https://x:80").authority(), "x:80");
}

TEST(Url, TakesAddressesOfVersionSix) {
  const Url url = parse_url("http://[::1]:8000/");
  EXPECT_EQ(url.host, "::1");
  EXPECT_EQ(url.authority(), "[::1]:8000");
}

TEST(Url, EncodesWhatCannotStandInARequestLine) {
  EXPECT_EQ(target("http://x"), "/");
  EXPECT_EQ(target("http://x?q"), "/?q");
  EXPECT_EQ(target("http://x/a b/\xc3\xa4?<%20>"), "/a%20b/%C3%A4?%3C%20%3E");
}

TEST(Url, RefusesWhatIsNoAddress) {
  for (const char* text : {"",
                           "x",
                           "/path",
                           "ftp://x/",
                           "file:///etc/passwd",
                           "http:",
                           "http:/x",
                           "http://",
                           "http:///path",
                           "http://user:secret@x/",
                           "http://x:0/",
                           "http://x:65536/",
                           "http://x:1x/",
                           "http://x:-1/",
                           "http://[::1/",
                           "http://[::1]x/",
                           "http://a b/",
                           "http://x/\r\nHost: y",
                           "http://\xc3\xa4.org/",
                           "http://x/\x01"})
    EXPECT_EQ(refusal(text), "INVALID_ARGUMENT") << text;
  EXPECT_EQ(refusal("http://x/" + std::string(20000, 'a')), "INVALID_ARGUMENT");
}

TEST(Url, DoesNotRepeatPasswords) {
  try {
    parse_url("http://user:hunter2@x/");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.message.find("hunter2"), std::string::npos);
  }
}

TEST(Url, ResolvesReferencesAsTheStandardSays) {
  const std::string base = "http://a/b/c/d;p?q";
  EXPECT_EQ(resolved(base, "http://other:81/x"), "http://other:81/x");
  EXPECT_EQ(resolved(base, "//g/x"), "http://g/x");
  EXPECT_EQ(resolved(base, "/g"), "http://a/g");
  EXPECT_EQ(resolved(base, "g"), "http://a/b/c/g");
  EXPECT_EQ(resolved(base, "g/"), "http://a/b/c/g/");
  EXPECT_EQ(resolved(base, "?y"), "http://a/b/c/d;p?y");
  EXPECT_EQ(resolved(base, "g?y#s"), "http://a/b/c/g?y");
  EXPECT_EQ(resolved(base, ""), "http://a/b/c/d;p?q");
  EXPECT_EQ(resolved(base, "."), "http://a/b/c/");
  EXPECT_EQ(resolved(base, ".."), "http://a/b/");
  EXPECT_EQ(resolved(base, "../g"), "http://a/b/g");
  EXPECT_EQ(resolved(base, "../../../g"), "http://a/g");
  EXPECT_EQ(resolved(base, "/a%2Fb"), "http://a/a%2Fb");
}

}  // namespace
}  // namespace runtime::http

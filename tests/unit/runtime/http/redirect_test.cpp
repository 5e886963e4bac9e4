#include <gtest/gtest.h>

#include <vector>

#include "runtime/core/value/error.hpp"
#include "runtime/http/client/fetch.hpp"
#include "tests/unit/runtime/http/raw_server.hpp"

namespace runtime::http {
namespace {

Limits redirect_limits() {
  Limits result;
  result.deadline = Clock::now() + std::chrono::seconds(20);
  return result;
}
std::string redirect(int status, const std::string& location) {
  return "HTTP/1.1 " + std::to_string(status) + " Elsewhere\r\nLocation: " + location +
         "\r\nContent-Length: 4\r\n\r\nbody";
}
const char kDone[] = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone";

// Redirects requests for anything but /end, and keeps the heads that it saw.
class Redirects : public testing::Test {
 protected:
  void play(RawPeer& peer) {
    heads.push_back(peer.read_head());
    peer.send(heads.back().find(" /end ") != std::string::npos ? kDone : answer);
    peer.wait_end();
  }
  Response ask(const std::string& method, Fields fields = {}, std::string body = "") {
    const Url url = parse_url(server.url("/a/start"));
    Limits bounds = redirect_limits();
    bounds.same_origin = stay;
    Response response =
        Fetch(url, Request{method, std::move(fields), std::move(body)}, bounds).run();
    server.settle();
    return response;
  }
  std::string reason() {
    try {
      ask("GET");
    } catch (const Error& error) {
      server.settle();
      return error.code + " " + *error.details["reason"].string();
    }
    return "followed";
  }
  std::vector<std::string> heads;
  std::string answer;
  bool stay = false;
  RawServer server{[this](RawPeer& peer) { play(peer); }};
};

TEST_F(Redirects, AreFollowed) {
  for (const char* location :
       {"/end", "../end", "//127.0.0.1:PORT/end", "http://127.0.0.1:PORT/end#part"}) {
    std::string text = location;
    if (const auto at = text.find("PORT"); at != std::string::npos)
      text.replace(at, 4, std::to_string(server.port()));
    answer = redirect(302, text);
    EXPECT_EQ(ask("GET").body, "done") << location;
  }
}

TEST_F(Redirects, TurnAPostIntoAGetOrNot) {
  for (const auto& [status, method] : std::vector<std::pair<int, std::string>>{
           {301, "GET"}, {302, "GET"}, {303, "GET"}, {307, "POST"}, {308, "POST"}}) {
    answer = redirect(status, "/end");
    ask("POST", {{"content-type", "text/x"}}, "data");
    EXPECT_EQ(heads.back().substr(0, heads.back().find(' ')), method) << status;
    EXPECT_EQ(heads.back().find("text/x") != std::string::npos, method == "POST") << status;
  }
}

TEST_F(Redirects, KeepSecretsAtTheSameServerOnly) {
  std::string elsewhere;
  RawServer other([&](RawPeer& peer) {
    elsewhere = peer.read_head();
    peer.send(kDone);
    peer.wait_end();
  });
  const Fields fields = {
      {"authorization", "Bearer s1"}, {"x-api-key", "s2"}, {"cookie", "s3"}, {"x-note", "plain"}};
  answer = redirect(307, other.url("/"));
  ask("GET", fields);
  other.settle();
  EXPECT_NE(elsewhere.find("x-note: plain"), std::string::npos);
  for (const char* secret : {"s1", "s2", "s3"})
    EXPECT_EQ(elsewhere.find(secret), std::string::npos) << elsewhere;
  answer = redirect(307, "/end");
  ask("GET", fields);
  EXPECT_NE(heads.back().find("Bearer s1"), std::string::npos);
}

TEST_F(Redirects, StayAtTheSameServerWhereThatIsWanted) {
  int visits = 0;
  RawServer other([&](RawPeer& peer) {
    ++visits;
    peer.send(kDone);
    peer.wait_end();
  });
  stay = true;
  for (const int status : {301, 302, 303, 307, 308}) {
    answer = redirect(status, other.url("/end"));
    EXPECT_EQ(reason(), "UNKNOWN_ERROR redirect") << status;
    answer = redirect(status, "/end");
    EXPECT_EQ(ask("GET").body, "done") << status;
  }
  other.settle();
  EXPECT_EQ(visits, 0);
}

TEST_F(Redirects, EndAfterFive) {
  answer = redirect(302, "/again");
  EXPECT_EQ(reason(), "UNKNOWN_ERROR redirect");
  EXPECT_EQ(heads.size(), 6u);
}

TEST_F(Redirects, GoNowhereElseThanToHttp) {
  for (const char* location :
       {"file:///etc/passwd", "ftp://127.0.0.1/", "http://user:pass@127.0.0.1/", "http://"}) {
    answer = redirect(302, location);
    EXPECT_EQ(reason(), "UNKNOWN_ERROR redirect") << location;
  }
}

TEST_F(Redirects, WithoutALocationAreAnswers) {
  answer = "HTTP/1.1 302 Found\r\nContent-Length: 4\r\n\r\nbody";
  EXPECT_EQ(ask("GET").status, 302);
}

TEST_F(Redirects, AreNotMadeOfDecodedBytes) {
  answer = redirect(302, "/x%0d%0aInjected:%20yes");
  EXPECT_EQ(reason(), "UNKNOWN_ERROR redirect");  // it redirects forever
  EXPECT_EQ(heads.back().find("Injected: yes"), std::string::npos);
}

}  // namespace
}  // namespace runtime::http

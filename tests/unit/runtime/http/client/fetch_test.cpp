#include "runtime/http/client/fetch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <random>

#include "runtime/core/value/error.hpp"
#include "tests/unit/runtime/http/raw_server.hpp"

namespace runtime::http {
namespace {

using namespace std::chrono_literals;

Limits limits(std::size_t body = 1u << 20) {
  Limits result;
  result.deadline = Clock::now() + 20s;
  result.body = body;
  return result;
}
Request request(std::string method = "GET", Fields fields = {}, std::string body = "") {
  return Request{std::move(method), std::move(fields), std::move(body)};
}
Response ask(const std::string& url, Request what = request(), Limits how = limits()) {
  return Fetch(parse_url(url), std::move(what), std::move(how)).run();
}
// The code and details.reason of a failure.
std::string failure_of(const std::string& url, Limits how = limits()) {
  try {
    const Response response = ask(url, request(), std::move(how));
    return "status " + std::to_string(response.status);
  } catch (const Error& error) {
    const std::string* reason = error.details["reason"].string();
    EXPECT_FALSE(error.hint.empty());
    return error.code + (reason ? " " + *reason : "");
  }
}
// What comes of a server that answers every request with these bytes and closes.
std::string outcome(const std::string& answer, Limits how = limits()) {
  RawServer server([&](RawPeer& peer) {
    peer.read_head();
    peer.send(answer);
  });
  return failure_of(server.url(), std::move(how));
}

TEST(Fetch, SendsAndReceives) {
  std::string head;
  RawServer server([&](RawPeer& peer) {
    head = peer.read_head();
    peer.send(
        "HTTP/1.1 201 Made\r\nContent-Type: application/json; charset=utf-8\r\nX-A: "
        "%41\r\nContent-Length: 7\r\n\r\n{\"a\":1}");
    peer.wait_end();
  });
  const Response response = ask(server.url("/p?q=%20"), request("POST", {{"x-key", "v"}}, "hello"));
  server.settle();
  EXPECT_EQ(response.status, 201);
  EXPECT_EQ(response.body, "{\"a\":1}");
  EXPECT_EQ(response.document["a"], Value(1));
  EXPECT_EQ(*find_field(response.fields, "x-a"), "%41");
  EXPECT_EQ(head.substr(0, head.find('\r')), "POST /p?q=%20 HTTP/1.1");
  EXPECT_NE(head.find("Host: 127.0.0.1:" + std::to_string(server.port())), std::string::npos);
  EXPECT_NE(head.find("x-key: v"), std::string::npos);
  EXPECT_NE(head.find("Content-Length: 5"), std::string::npos);
}

TEST(Fetch, ReadsChunksAndBodiesThatEndWithTheConnection) {
  EXPECT_EQ(
      outcome(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n"),
      "status 200");
  EXPECT_EQ(outcome("HTTP/1.0 200 OK\r\n\r\nabc"), "status 200");
  EXPECT_EQ(outcome("HTTP/1.1 204 No\r\n\r\n"), "status 204");
  EXPECT_EQ(outcome("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
            "status 200");
  EXPECT_EQ(
      outcome("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </s.css>\r\n\r\n"
              "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
      "status 200");
  EXPECT_EQ(outcome("HTTP/1.1 103 Early Hints\r\nLink: </s.css>\r\n"),
            outcome("HTTP/1.1 200 OK\r\nLink: </s.css>\r\n"));
}

TEST(Fetch, WaitsForNoBodyWhereThereIsNone) {
  const std::string promise = "\r\nContent-Length: 10\r\n\r\n";
  RawServer server([&](RawPeer& peer) {
    const std::string head = peer.read_head();
    peer.send((head.substr(0, 4) == "HEAD" ? "HTTP/1.1 200 OK" : "HTTP/1.1 304 Same") + promise);
    peer.wait_end();
  });
  EXPECT_EQ(ask(server.url(), request("HEAD")).status, 200);
  const Response response = ask(server.url());
  EXPECT_EQ(response.status, 304);
  EXPECT_EQ(*find_field(response.fields, "content-length"), "10");
}

TEST(Fetch, RefusesWhatIsNotHttp) {
  EXPECT_EQ(outcome("SSH-2.0-OpenSSH_9.2\r\n"), "UNKNOWN_ERROR protocol");
  EXPECT_EQ(outcome("HTTP/1.1 banana\r\n\r\n"), "UNKNOWN_ERROR protocol");
  EXPECT_EQ(outcome("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"), "UNKNOWN_ERROR protocol");
  EXPECT_EQ(outcome("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n"),
            "UNKNOWN_ERROR protocol");
  EXPECT_EQ(
      outcome("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n0\r\n\r\n"),
      "UNKNOWN_ERROR protocol");
  EXPECT_EQ(outcome("HTTP/1.1 200 " + std::string(1 << 20, 'x')), "UNKNOWN_ERROR protocol");
  EXPECT_EQ(outcome(std::string(1 << 20, 'x')), "UNKNOWN_ERROR protocol");
}

TEST(Fetch, TellsAnAnswerThatWasCutOff) {
  EXPECT_EQ(outcome(""), "UNKNOWN_ERROR closed");
  EXPECT_EQ(outcome("HTTP/1.1 200 OK\r\nContent-Le"), "UNKNOWN_ERROR closed");
  EXPECT_EQ(outcome("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"), "UNKNOWN_ERROR closed");
  EXPECT_EQ(outcome("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab"),
            "UNKNOWN_ERROR closed");
}

TEST(Fetch, EndsWithAHalfClosedConnection) {
  RawServer server([](RawPeer& peer) {
    peer.read_head();
    peer.end_sending();
    peer.wait_end();
  });
  EXPECT_EQ(failure_of(server.url()), "UNKNOWN_ERROR closed");
}

TEST(Fetch, BoundsTheBody) {
  const std::string body(5000, 'x');
  EXPECT_EQ(outcome("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + body, limits(5000)),
            "status 200");
  EXPECT_EQ(outcome("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + body, limits(4999)),
            "UNKNOWN_ERROR too_large");
  EXPECT_EQ(outcome("HTTP/1.1 200 OK\r\n\r\n" + body, limits(4999)), "UNKNOWN_ERROR too_large");
  EXPECT_EQ(outcome("HTTP/1.1 200 OK\r\nContent-Length: 9000000000000000000\r\n\r\n"),
            "UNKNOWN_ERROR too_large");
}

TEST(Fetch, BoundsWhatACompressedBodyBecomes) {
  using namespace std::string_literals;
  // gzip of 100 000 times x
  const std::string body =
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xed\xc1\x31\x01\x00\x00\x00\xc2\xa0\xda\x8b\x6f\x0d\x0f\xa0"s +
      std::string(96, '\0') + "\x80\x57\x03\x71\x11\x07\xfe\xa0\x86\x01\x00"s;
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " +
                           std::to_string(body.size()) + "\r\n\r\n";
  EXPECT_EQ(outcome(head + body, limits(100000)), "status 200");
  EXPECT_EQ(outcome(head + body, limits(99999)), "UNKNOWN_ERROR too_large");
  EXPECT_EQ(outcome(head + std::string(body.size(), 'x')), "UNKNOWN_ERROR protocol");
}

TEST(Fetch, EndsABodyThatNeverEnds) {
  std::atomic<bool> refused = false;
  RawServer server([&](RawPeer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
    while (peer.send("400\r\n" + std::string(1024, 'x') + "\r\n")) {
    }
    refused = true;
  });
  EXPECT_EQ(failure_of(server.url()), "UNKNOWN_ERROR too_large");
}

TEST(Fetch, BoundsHeadersThatNeverEnd) {
  RawServer server([](RawPeer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 200 OK\r\n");
    while (peer.send("x: y\r\n")) {
    }
  });
  EXPECT_EQ(failure_of(server.url()), "UNKNOWN_ERROR protocol");
}

TEST(Fetch, BoundsALineBetweenChunks) {
  EXPECT_EQ(outcome("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;" +
                    std::string(1 << 20, 'x')),
            "UNKNOWN_ERROR protocol");
}

// Whatever a server sends, an exchange ends with an answer or with an error of ours.
TEST(Fetch, SurvivesMangledAnswers) {
  const std::string proper =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nX: %41\r\nTransfer-Encoding: "
      "chunked\r\n\r\n"
      "7\r\n{\"a\":1}\r\n0\r\n\r\n";
  std::mt19937 random(1);
  std::string answer;
  RawServer server([&](RawPeer& peer) {
    peer.read_head();
    peer.send(answer);
  });
  int answers = 0;
  int errors = 0;
  for (int i = 0; i < 400; ++i) {
    server.settle();
    answer = proper;
    for (auto changes = 1 + random() % 3; changes > 0; --changes) {
      const std::size_t at = random() % answer.size();
      if (random() % 2)
        answer[at] = static_cast<char>(random() % 256);
      else
        answer.erase(at, 1 + random() % 8);
    }
    try {
      ask(server.url());
      ++answers;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "UNKNOWN_ERROR") << answer;
      ++errors;
    }
  }
  EXPECT_GT(answers, 20);
  EXPECT_GT(errors, 20);
}

TEST(Fetch, KeepsItsDeadline) {
  RawServer server([](RawPeer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab");
    peer.wait_end();
  });
  Limits how = limits();
  how.deadline = Clock::now() + 50ms;
  EXPECT_EQ(failure_of(server.url(), how), "TIMEOUT");
}

TEST(Fetch, BoundsTheSilenceInAnAnswer) {
  RawServer server([](RawPeer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhel");
    peer.wait_end();
  });
  Limits impatient = limits();
  impatient.read_seconds = 0.05;
  const auto begin = Clock::now();
  EXPECT_EQ(failure_of(server.url(), impatient), "TIMEOUT silence");
  EXPECT_LT(Clock::now() - begin, 10s);
}

TEST(Fetch, MayThinkBeforeItsAnswer) {
  RawServer server([](RawPeer& peer) {
    peer.read_head();
    std::this_thread::sleep_for(150ms);  // longer than any silence that is allowed later
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
    peer.wait_end();
  });
  Limits impatient = limits();
  impatient.read_seconds = 0.05;
  EXPECT_EQ(ask(server.url(), request(), impatient).body, "hi");
}

TEST(Fetch, TellsThatNobodyListens) {
  std::string url;
  {
    url = RawServer([](RawPeer&) {}).url();
  }
  EXPECT_EQ(failure_of(url), "CONNECTION_REFUSED connect");
  EXPECT_EQ(failure_of("http://no-such-host.invalid/"), "UNKNOWN_ERROR connect");
}

TEST(Fetch, IsInterruptedWhileItWaits) {
  std::promise<void> asked;
  RawServer server([&](RawPeer& peer) {
    peer.read_head();
    asked.set_value();
    peer.wait_end();
  });
  Fetch fetch(parse_url(server.url()), request(), limits());
  auto code = std::async(std::launch::async, [&]() -> std::string {
    try {
      fetch.run();
    } catch (const Error& error) {
      return error.code;
    }
    return "an answer";
  });
  asked.get_future().wait();
  fetch.interrupt();
  EXPECT_EQ(code.get(), "CANCELLED");
}

TEST(Fetch, StaysInterrupted) {
  Fetch fetch(parse_url("http://127.0.0.1:9/"), request(), limits());
  fetch.interrupt();
  EXPECT_THROW(fetch.run(), Error);
}

TEST(Fetch, KnowsJson) {
  for (const char* type :
       {"application/json", "Application/JSON ; charset=x", "application/problem+json"})
    EXPECT_TRUE(is_json(type)) << type;
  for (const char* type : {"", "text/html", "application/jsonp", "application/json-seq"})
    EXPECT_FALSE(is_json(type)) << type;
}

}  // namespace
}  // namespace runtime::http

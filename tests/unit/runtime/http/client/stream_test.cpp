#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "runtime/http/http_module.hpp"
#include "tests/unit/runtime/http/raw_server.hpp"
#include "tests/unit/runtime/lua/script_host.hpp"

namespace runtime {
namespace {

using http::RawPeer;
using http::RawServer;

const std::string kChunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-A: 1\r\n\r\n";
const std::string kUntilTheEnd = "HTTP/1.1 200 OK\r\n\r\n";
const std::string kCollect =
    "local list, s = {}, http.open(url) for line in s:lines() do list[#list + 1] = line end ";

std::string chunk(const std::string& bytes) {
  std::ostringstream text;
  text << std::hex << bytes.size() << "\r\n" << bytes << "\r\n";
  return text.str();
}

class HttpStream : public testing::Test {
 protected:
  void SetUp() override { host.state->add_module(http_module(host.loop)); }
  std::string prelude() const {
    return "local http, url = require 'http', '" + server.url() + "' ";
  }
  std::vector<Value> run(const std::string& text) {
    std::vector<Value> values = host.run(prelude() + text);
    server.settle();
    return values;
  }
  // Calls `act` on the loop once `when` holds.
  void once(std::function<bool()> when, std::function<void()> act) {
    alarm.set(host.loop, 0.005, [this, when, act] { when() ? act() : once(when, act); });
  }

  std::function<void(RawPeer&)> scene;
  std::atomic<int> ended = 0;  // connections that the client has closed
  RawServer server{[this](RawPeer& peer) {
    if (peer.read_head().empty()) return;
    scene(peer);
    peer.wait_end();
    ++ended;
  }};
  ScriptHost host;
  Alarm alarm;
  Cancel scope;
};

TEST_F(HttpStream, GivesLinesWhateverPiecesTheyComeIn) {
  scene = [](RawPeer& peer) {
    peer.send(kChunked);
    for (const char* piece : {"data: o", "ne\r", "\ndata: two\n\n", "th", "ree"})
      peer.send(chunk(piece));
    peer.send("0\r\n\r\n");
  };
  const std::string end = "return s.status, s.headers['x-a'], table.concat(list, '|')";
  EXPECT_EQ(run(kCollect + end), (std::vector<Value>{200, "1", "data: one|data: two||three"}));
}

TEST_F(HttpStream, KnowsTheEndOfEveryKindOfBody) {
  for (const char* head :
       {"HTTP/1.1 404 No\r\nContent-Length: 7\r\n\r\n", "HTTP/1.1 404 No\r\n\r\n"}) {
    scene = [head](RawPeer& peer) {
      peer.send(std::string(head) + "one\ntwo");
      peer.end_sending();
    };
    EXPECT_EQ(run(kCollect +
                  "return s.status, table.concat(list, '|'), s:lines()() == nil, s:read() == nil"),
              (std::vector<Value>{404, "one|two", true, true}));
  }
  scene = [](RawPeer& peer) { peer.send("HTTP/1.1 204 None\r\n\r\n"); };
  EXPECT_EQ(run(kCollect + "return s.status, #list"), (std::vector<Value>{204, 0}));
}

TEST_F(HttpStream, GivesALineBeforeTheNextIsSent) {
  std::promise<void> seen;
  host.on_print = [&] { seen.set_value(); };
  scene = [&](RawPeer& peer) {
    peer.send(kChunked + chunk("first\n"));
    seen.get_future().wait();
    peer.send(chunk("second\n") + "0\r\n\r\n");
  };
  EXPECT_EQ(run("local next = http.open(url):lines() print(next()) return next(), next() == nil"),
            (std::vector<Value>{"second", true}));
}

TEST_F(HttpStream, ReadsBytesAndLinesInTurn) {
  scene = [](RawPeer& peer) {
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nab\ncd\nefghij");
  };
  EXPECT_EQ(run("local s = http.open(url) local a, b, c = s:read(1), s:lines()(), s:read(2) "
                "local d = s:lines()() local rest = '' "
                "for bytes in function() return s:read(3) end do assert(#bytes <= 3) rest = rest "
                ".. bytes end "
                "return a, b, c, d, rest"),
            (std::vector<Value>{"a", "b", "cd", "", "efghij"}));
}

TEST_F(HttpStream, FollowsRedirects) {
  std::atomic<int> asked = 0;
  scene = [&](RawPeer& peer) {
    peer.send(asked++ == 0 ? "HTTP/1.1 302 There\r\nLocation: /b\r\nContent-Length: 3\r\n\r\nno\n"
                           : "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nyes\n");
  };
  EXPECT_EQ(run(kCollect + "return s.status, table.concat(list, '|')"),
            (std::vector<Value>{200, "yes"}));
}

TEST_F(HttpStream, TellsABodyThatBreaksOffFromItsEnd) {
  scene = [](RawPeer& peer) {
    peer.send(kChunked + chunk("whole\nhal"));
    peer.end_sending();
  };
  EXPECT_EQ(run("local list, s = {}, http.open(url) local ok, e = pcall(function() "
                "for line in s:lines() do list[#list + 1] = line end end) "
                "local again, same = pcall(s:lines()) "
                "return table.concat(list, '|'), e.code, same.code"),
            (std::vector<Value>{"whole", "UNKNOWN_ERROR", "UNKNOWN_ERROR"}));
}

TEST_F(HttpStream, BoundsLinesAndBodies) {
  scene = [](RawPeer& peer) {
    peer.send(kUntilTheEnd + std::string((1 << 20) + 1, 'x') + "\nshort\n");
    peer.end_sending();
  };
  EXPECT_EQ(run("local s = http.open(url) local ok, e = pcall(s:lines()) return e.details.reason, "
                "s:lines()()"),
            (std::vector<Value>{"too_large", "short"}));
  EXPECT_EQ(run("local s = http.open(url, {limit = 1000}) local ok, e = pcall(s:lines()) return "
                "e.details.reason"),
            (std::vector<Value>{"too_large"}));
}

TEST_F(HttpStream, LimitsTheWaitForTheHead) {
  scene = [](RawPeer&) {};
  EXPECT_EQ(
      run("local ok, e = pcall(http.open, url, {timeout = 0.05}) return e.code, e.hint ~= nil"),
      (std::vector<Value>{"TIMEOUT", true}));
}

TEST_F(HttpStream, LimitsSilenceAndNothingElseAfterTheHead) {
  scene = [](RawPeer& peer) { peer.send(kChunked + chunk("one\n")); };
  EXPECT_EQ(
      run("local s = http.open(url, {timeout = 10, read_timeout = 0.05}) local next = s:lines() "
          "local one, ok, e = next(), pcall(next) return one, e.code, e.details.reason"),
      (std::vector<Value>{"one", "TIMEOUT", "silence"}));
  EXPECT_EQ(run("local s = http.open(url, {timeout = 0.3, read_timeout = 0.6}) local next = "
                "s:lines() next() "
                "local ok, e = pcall(next) return e.details.reason"),
            (std::vector<Value>{"silence"}))
      << "the time for the head is over, that for silence is not";
}

TEST_F(HttpStream, SurvivesAWaitThatIsGivenUp) {
  std::promise<void> gave_up;
  host.on_print = [&] { gave_up.set_value(); };
  scene = [&](RawPeer& peer) {
    peer.send(kChunked + chunk("on"));
    gave_up.get_future().wait();
    peer.send(chunk("e\n") + "0\r\n\r\n");
  };
  EXPECT_EQ(run("local next = http.open(url):lines() "
                "local ok, e = pcall(require('task').timeout, 0.05, function() next() end) "
                "print(e.code) return next()"),
            (std::vector<Value>{"one"}));
  EXPECT_EQ(host.printed, "TIMEOUT\n");
}

TEST_F(HttpStream, IsCancelledWhileItWaits) {
  scene = [](RawPeer& peer) { peer.send(kChunked + chunk("one\n")); };
  host.on_print = [&] { once([] { return true; }, [&] { scope.fire(); }); };
  EXPECT_EQ(
      host.failure(
          prelude() + "local s <close> = http.open(url) for line in s:lines() do print(line) end",
          &scope),
      "cancelled");
  server.settle();
  EXPECT_EQ(ended, 1);
}

TEST_F(HttpStream, ClosesEarly) {
  scene = [](RawPeer& peer) {
    peer.send(kChunked);
    while (peer.send(chunk("more\n"))) {
    }
  };
  EXPECT_EQ(run("local s = http.open(url) local line = s:lines()() s:close() s:close() "
                "return line, s:lines()() == nil, s:read() == nil, s.status"),
            (std::vector<Value>{"more", true, true, 200}));
  EXPECT_EQ(run("do local s <close> = http.open(url) end return true"), (std::vector<Value>{true}));
  EXPECT_EQ(ended, 2);
}

TEST_F(HttpStream, EndsAWaitThatIsUnderWayWhenItIsClosed) {
  scene = [](RawPeer& peer) { peer.send(kChunked); };
  EXPECT_EQ(run("local task, s = require 'task', http.open(url) local got = 'nothing' "
                "local waiting = task.spawn(function() got = s:lines()() end) "
                "require('task').sleep(0) s:close() task.wait(waiting) return got == nil"),
            (std::vector<Value>{true}));
}

TEST_F(HttpStream, LetsTheServerWaitWhileNobodyReads) {
  constexpr std::size_t kAll = 256u << 20;
  std::atomic<std::size_t> sent = 0;
  scene = [&](RawPeer& peer) {
    const std::string piece(64u << 10, 'x');
    peer.send(kUntilTheEnd);
    while (sent < kAll && peer.send(piece)) sent += piece.size();
  };
  std::size_t before = 0;
  int still = 0;
  const auto stands_still = [&] {
    const std::size_t now = sent;
    still = now > 0 && now == before ? still + 1 : 0;
    before = now;
    return still == 40;
  };
  host.on_print = [&] { once(stands_still, [&] { scope.fire(); }); };
  EXPECT_EQ(
      host.failure(
          prelude() +
              "local s <close> = http.open(url) s:read(1) print 'open' require('task').sleep(600)",
          &scope),
      "cancelled");
  EXPECT_LT(before, kAll / 4) << "besides what the kernel holds";
  server.settle();
}

TEST_F(HttpStream, RefusesBadArguments) {
  scene = [](RawPeer& peer) { peer.send(kUntilTheEnd); };
  for (const char* call :
       {"http.open()", "http.open(url, {to = 'x'})", "http.open(url, {retry = 1})",
        "http.open(url, {method = 'TRACE'})", "http.open(url, {limit = 0})",
        "local s <close> = http.open(url) s:read(0)",
        "local s <close> = http.open(url) s:read(2^30)"})
    EXPECT_EQ(host.failure(prelude() + call).substr(0, 17), "INVALID_ARGUMENT:") << call;
}

}  // namespace
}  // namespace runtime

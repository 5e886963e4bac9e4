#include "runtime/http/http_module.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <future>
#include <vector>

#include "tests/unit/runtime/http/certificate.hpp"
#include "tests/unit/runtime/http/raw_server.hpp"
#include "tests/unit/runtime/lua/script_host.hpp"

namespace runtime {
namespace {

using http::RawPeer;
using http::RawServer;

std::string answer(const std::string& status, const std::string& fields, const std::string& body) {
  return "HTTP/1.1 " + status + "\r\n" + fields + "Content-Length: " + std::to_string(body.size()) +
         "\r\n\r\n" + body;
}

// Returns the path of a file of its own, because tests run side by side. The caller removes it.
std::string new_file(const std::string& content) {
  char path[] = "/tmp/peekaboo-http-module-XXXXXX";
  std::FILE* file = fdopen(mkstemp(path), "w");
  std::fwrite(content.data(), 1, content.size(), file);
  std::fclose(file);
  return path;
}

class HttpModule : public testing::Test {
 protected:
  void SetUp() override { host.state->add_module(http_module(host.loop)); }
  // Runs a snippet that finds the module as `http` and the server's address as `url`.
  std::vector<Value> run(const std::string& text) {
    std::vector<Value> values = host.run(prelude() + text);
    server.settle();
    return values;
  }
  std::string failure(const std::string& text) {
    std::string failed = host.failure(prelude() + text);
    server.settle();
    return failed;
  }
  std::string prelude() const {
    return "local http, task, url = require 'http', require 'task', '" + server.url() + "' ";
  }

  void play(RawPeer& peer) {
    heads.push_back(peer.read_head());
    bodies.push_back(peer.read_body(heads.back()));
    peer.send(answers[std::min(heads.size(), answers.size()) - 1]);
    peer.wait_end();
  }
  std::vector<std::string> answers = {
      answer("200 OK", "Content-Type: text/plain\r\nX-A: 1\r\nX-A: 2\r\n", "hello")};
  std::vector<std::string> heads;
  std::vector<std::string> bodies;
  RawServer server{[this](RawPeer& peer) { play(peer); }};
  ScriptHost host;
};

TEST_F(HttpModule, GivesStatusHeadersAndBody) {
  const auto values =
      run("local r = http.get(url) return r.status, r.headers['x-a'], r.body, r.json");
  EXPECT_EQ(values[0], Value(200));
  EXPECT_EQ(values[1], Value("1, 2"));
  EXPECT_EQ(values[2], Value("hello"));
  EXPECT_TRUE(values.size() < 4 || values[3].is_nil());
}

TEST_F(HttpModule, SendsAndDecodesJson) {
  answers = {answer("200 OK", "Content-Type: application/json\r\n",
                    R"({"list":[1,{"deep":true}],"none":null})")};
  const auto values = run(R"(
    local r = http.post(url, {json = {model = "m", images = {"x"}}, headers = {Authorization = "Bearer s"}})
    return r.json.list[2].deep, r.json.list[1], require('json').null == r.json.none)");
  EXPECT_EQ(values[0], Value(true));
  EXPECT_EQ(values[1], Value(1));
  EXPECT_NE(heads[0].find("POST / HTTP/1.1"), std::string::npos);
  EXPECT_NE(heads[0].find("content-type: application/json"), std::string::npos);
  EXPECT_NE(heads[0].find("authorization: Bearer s"), std::string::npos);
}

TEST_F(HttpModule, SendsBlobs) {
  const auto values = run("local file = '" + new_file("abc") + R"('
    local fs, json = require 'fs', require 'json'
    local blob = fs.read(file)
    fs.remove(file)
    http.post(url, {json = {images = json.array {blob}}})
    http.post(url, {body = blob})
    return http.request('PUT', url, {body = 'text'}).status)");
  EXPECT_EQ(values[0], Value(200));
  EXPECT_EQ(bodies, (std::vector<std::string>{R"({"images":["YWJj"]})", "abc", "text"}));
  EXPECT_NE(heads[1].find("content-type: application/octet-stream"), std::string::npos);
}

TEST_F(HttpModule, SendsBlobsAsDataUrls) {
  const auto values = run("local file = '" + new_file("abc") + R"('
    local fs, json = require 'fs', require 'json'
    local blob = fs.read(file)
    fs.remove(file)
    local typed = blob:typed('image/png')
    http.post(url, {json = {url = blob:data_url('image/webp'), again = typed:data_url(), bare = typed}})
    http.post(url, {body = typed})
    for _, bad in ipairs {'', '/', 'image', 'image/png;base64', 'image/p"', ('x'):rep(300) .. '/y', 'a/b/c'} do
      assert(not pcall(blob.data_url, blob, bad), bad)
    end
    return typed.media_type, typed:bytes(), typed.size, blob.media_type)");
  EXPECT_EQ(values[0], Value("image/png"));
  EXPECT_EQ(values[1], Value("abc"));
  EXPECT_EQ(values[2], Value(3));
  EXPECT_EQ(values[3], Value("application/octet-stream"));
  EXPECT_EQ(
      bodies[0],
      R"({"again":"data:image/png;base64,YWJj","bare":"YWJj","url":"data:image/webp;base64,YWJj"})");
  EXPECT_NE(heads[1].find("content-type: image/png"), std::string::npos);
}

TEST_F(HttpModule, AnAnswerThatOnlyClaimsToBeJsonKeepsItsBody) {
  answers = {answer("502 Bad Gateway", "Content-Type: application/json\r\n", "<html>")};
  const auto values = run("local r = http.get(url) return r.status, r.body, r.json == nil");
  EXPECT_EQ(values[0], Value(502));
  EXPECT_EQ(values[1], Value("<html>"));
  EXPECT_EQ(values[2], Value(true));
}

TEST_F(HttpModule, TriesAgainUntilItWorks) {
  answers = {answer("500 Oops", "Retry-After: 0\r\n", ""),
             answer("429 Slow", "Retry-After: 0\r\n", ""), answer("200 OK", "", "at last")};
  EXPECT_EQ(run("return http.get(url, {retry = 3}).body")[0], Value("at last"));
  EXPECT_EQ(heads.size(), 3u);
}

TEST_F(HttpModule, TriesOnceUnlessAskedToRetry) {
  answers = {answer("503 No", "Retry-After: 0\r\n", ""), answer("200 OK", "", "")};
  EXPECT_EQ(run("return http.get(url).status")[0], Value(503));
  EXPECT_EQ(run("return http.get(url, {retry = 0}).status")[0], Value(200));
}

TEST_F(HttpModule, GivesTheLastAnswerWhenAttemptsRunOut) {
  answers = {answer("503 No", "Retry-After: 0\r\n", "")};
  EXPECT_EQ(run("return http.get(url, {retry = 2}).status")[0], Value(503));
  EXPECT_EQ(heads.size(), 3u);
}

TEST_F(HttpModule, WaitsAsLongAsTheServerSays) {
  answers = {answer("429 Slow", "Retry-After: 1\r\n", ""), answer("200 OK", "", "")};
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(run("return http.get(url, {retry = 1}).status")[0], Value(200));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(990));
}

TEST_F(HttpModule, DoesNotWaitPastItsTimeLimit) {
  answers = {answer("429 Slow", "Retry-After: 1000\r\n", "")};
  EXPECT_EQ(run("return http.get(url, {retry = 1, timeout = 20}).status")[0], Value(429));
  EXPECT_EQ(heads.size(), 1u);
}

TEST_F(HttpModule, BoundsTheBody) {
  const auto values =
      run("local ok, e = pcall(http.get, url, {limit = 4}) return ok, e.code, e.details.reason, "
          "e.hint ~= nil");
  EXPECT_EQ(values[0], Value(false));
  EXPECT_EQ(values[1], Value("UNKNOWN_ERROR"));
  EXPECT_EQ(values[2], Value("too_large"));
  EXPECT_EQ(values[3], Value(true));
}

TEST_F(HttpModule, RefusesBadArguments) {
  for (const char* call : {"http.get()",
                           "http.get('ftp://x/')",
                           "http.get('http://u:p@x/')",
                           "http.get(url, {time = 1})",
                           "http.get(url, {timeout = 0})",
                           "http.get(url, {timeout = 0/0})",
                           "http.get(url, {limit = 0})",
                           "http.get(url, {limit = 2^40})",
                           "http.get(url, {retry = -1})",
                           "http.get(url, {retry = 11})",
                           "http.get(url, {connect_timeout = -1})",
                           "http.post(url, {body = 'x', json = {}})",
                           "http.post(url, {body = {}})",
                           "http.get(url, {headers = {['x\\r\\ny'] = 'z'}})",
                           "http.get(url, {headers = {x = 'a\\r\\nInjected: y'}})",
                           "http.get(url, {headers = {['content-length'] = '5'}})",
                           "http.get(url, {headers = {Host = 'y'}})",
                           "http.get(url, {headers = {A = '1', a = '2'}})",
                           "http.get(url, {headers = {a = {}}})",
                           "http.request('CONNECT', url)",
                           "http.request('GET / HTTP/1.1\\r\\n', url)",
                           "http.post(url, {json = {print}})"})
    EXPECT_EQ(failure(call).substr(0, 17), "INVALID_ARGUMENT:") << call;
  EXPECT_TRUE(heads.empty());
}

TEST_F(HttpModule, DoesNotRepeatSecretsInErrors) {
  const std::string text = failure(
      "http.get('http://127.0.0.1:1/path?key=hunter2', {headers = {authorization = 'hunter2'}})");
  EXPECT_EQ(text.substr(0, 19), "CONNECTION_REFUSED:");
  EXPECT_EQ(text.find("hunter2"), std::string::npos);
}

// A server that reads requests and never answers.
class HttpModuleSilence : public testing::Test {
 protected:
  void SetUp() override { host.state->add_module(http_module(host.loop)); }
  // Fires `scope` once the server has seen `count` requests.
  void cancel_when_asked(int count, Alarm& alarm, Cancel& scope) {
    alarm.set(host.loop, 0.001, [this, count, &alarm, &scope] {
      if (asked >= count)
        scope.fire();
      else
        cancel_when_asked(count, alarm, scope);
    });
  }
  std::atomic<int> asked = 0;
  std::atomic<int> left = 0;
  RawServer server{[this](RawPeer& peer) {
    if (peer.read_head().empty()) return;
    ++asked;
    peer.wait_end();
    ++left;
  }};
  ScriptHost host;
};

TEST_F(HttpModuleSilence, EndsWithTimeout) {
  const auto values = host.run("local ok, e = pcall(require('http').get, '" + server.url() +
                               "', {timeout = 0.05}) return e.code, e.hint");
  EXPECT_EQ(values[0], Value("TIMEOUT"));
  EXPECT_NE(values[1].string()->find("timeout"), std::string::npos);
}

TEST_F(HttpModuleSilence, LetsGoAtOnceAndFreesItsThread) {
  const auto begin = std::chrono::steady_clock::now();
  constexpr int kMoreThanThreads = 12;
  for (int i = 1; i <= kMoreThanThreads; ++i) {
    Cancel scope;
    Alarm alarm;
    cancel_when_asked(i, alarm, scope);
    ASSERT_EQ(host.failure("require('http').get('" + server.url() + "', {timeout = 600})", &scope),
              "cancelled");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
  EXPECT_GE(left, kMoreThanThreads - 1) << "the server sees its clients go";
}

TEST_F(HttpModuleSilence, EndsWithinATaskWithATimeLimit) {
  const auto values = host.run(
      "local ok, e = pcall(require('task').timeout, 0.05, function() require('http').get('" +
      server.url() + "', {timeout = 600}) end) return e.code");
  EXPECT_EQ(values[0], Value("TIMEOUT"));
}

TEST_F(HttpModuleSilence, EndsWithTheProgram) {
  Cancel scope;
  Alarm alarm;
  alarm.set(host.loop, 0.05, [&] { scope.fire(); });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(host.failure("require('http').get('" + server.url() + "', {timeout = 60})", &scope),
            "cancelled");
  host.state.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_F(HttpModuleSilence, RunsRequestsSideBySide) {
  const auto begin = std::chrono::steady_clock::now();
  host.run(
      "local http, list = require 'http', {} for i = 1, 8 do list[i] = function() return "
      "pcall(http.get, '" +
      server.url() + "', {timeout = 0.5}) end end require('task').all(list)");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
}

TEST(HttpModuleCertificates, OfTheUsersOwnAuthorityAreNamedInTheEnvironment) {
  const http::Certificate certificate("IP:127.0.0.1");
  RawServer server(
      [](RawPeer& peer) {
        peer.read_head();
        peer.send(answer("200 OK", "", "safe"));
      },
      certificate.context());
  ScriptHost host;
  host.state->add_module(http_module(host.loop));
  const std::string get = "return require('http').get('" + server.url() + "').body";
  EXPECT_EQ(host.failure(get).substr(0, 14), "UNKNOWN_ERROR:");
  for (const char* variable : {"PEEKABOO_CA_FILE", "SSL_CERT_FILE"}) {
    setenv(variable, certificate.file().c_str(), 1);
    EXPECT_EQ(host.run(get)[0], Value("safe")) << variable;
    unsetenv(variable);
  }
}

TEST(HttpModuleDocumentation, DescribesEveryFunction) {
  Loop loop;
  const Module module = http_module(loop);
  ASSERT_FALSE(module.functions.empty());
  for (const Function& function : module.functions) {
    EXPECT_EQ(std::string(function.call), std::string("http.") + function.name());
    EXPECT_GT(std::string(function.text).size(), 10u);
  }
}

}  // namespace
}  // namespace runtime

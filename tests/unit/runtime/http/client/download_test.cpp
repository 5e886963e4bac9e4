#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "runtime/http/http_module.hpp"
#include "tests/unit/runtime/http/raw_server.hpp"
#include "tests/unit/runtime/lua/script_host.hpp"

namespace runtime {
namespace {

using http::RawPeer;
using http::RawServer;

// Bodies that go to a file, in a folder of the test's own.
class HttpDownload : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/peekaboo-http-XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder = name;
    host.state->add_module(http_module(host.loop));
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  std::string prelude() const {
    return "local http, url, to = require 'http', '" + server.url() + "', '" + file() + "' ";
  }
  std::string failure(const std::string& text, Cancel* scope = nullptr) {
    std::string failed = host.failure(prelude() + text, scope);
    server.settle();
    return failed;
  }
  std::string file() const { return folder + "/file"; }
  std::string content() const {
    std::ostringstream text;
    text << std::ifstream(file()).rdbuf();
    return text.str();
  }
  bool empty() const { return std::filesystem::is_empty(folder); }

  std::string folder;
  std::string answer;
  bool dies = false;  // once it has said all of it
  std::atomic<int> answered = 0;
  RawServer server{[this](RawPeer& peer) {
    if (peer.read_head().empty()) return;
    peer.send(answer);
    if (dies) peer.end_sending();
    ++answered;
    peer.wait_end();
  }};
  ScriptHost host;
};

TEST_F(HttpDownload, WritesTheBodyToTheFile) {
  answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
  std::ofstream(file()) << "what was there before";
  const auto values = host.run(
      prelude() + "local r = http.get(url, {to = to}) return r.path == to, r.size, r.body == nil");
  EXPECT_EQ(values, (std::vector<Value>{true, 5, true}));
  EXPECT_EQ(content(), "abcde");
}

TEST_F(HttpDownload, WritesAnEmptyFileForAnEmptyBody) {
  answer = "HTTP/1.1 204 No Content\r\n\r\n";
  EXPECT_EQ(host.run(prelude() + "return http.get(url, {to = to}).size")[0], Value(0));
  EXPECT_TRUE(std::filesystem::exists(file()));
}

TEST_F(HttpDownload, KeepsWhatIsNoSuccessInMemory) {
  answer = "HTTP/1.1 404 No\r\nContent-Length: 4\r\n\r\nnone";
  const auto values =
      host.run(prelude() + "local r = http.get(url, {to = to}) return r.body, r.path == nil");
  EXPECT_EQ(values, (std::vector<Value>{"none", true}));
  EXPECT_TRUE(empty());
}

TEST_F(HttpDownload, LeavesNothingWhenTheServerDiesMidway) {
  answer = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf";
  dies = true;
  EXPECT_EQ(failure("http.get(url, {to = to})").substr(0, 14), "UNKNOWN_ERROR:");
  EXPECT_TRUE(empty());
}

TEST_F(HttpDownload, LeavesNothingWhenItIsTooMuch) {
  answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n";
  const auto values =
      host.run(prelude() +
               "local ok, e = pcall(http.get, url, {to = to, limit = 4}) return e.details.reason");
  EXPECT_EQ(values[0], Value("too_large"));
  EXPECT_TRUE(empty());
}

TEST_F(HttpDownload, LeavesNothingWhenItIsCancelled) {
  answer = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf";
  Cancel scope;
  Alarm alarm;
  std::function<void()> look = [&] {
    if (answered > 0)
      scope.fire();
    else
      alarm.set(host.loop, 0.001, look);
  };
  alarm.set(host.loop, 0.001, look);
  EXPECT_EQ(failure("http.get(url, {to = to, timeout = 60})", &scope), "cancelled");
  EXPECT_TRUE(empty());
}

TEST_F(HttpDownload, AsksNobodyWhenTheFileCannotBe) {
  EXPECT_EQ(failure("http.get(url, {to = to .. '/no/such'})").substr(0, 14), "FILE_IO_ERROR:");
  EXPECT_EQ(failure("http.get(url, {to = ''})").substr(0, 17), "INVALID_ARGUMENT:");
  EXPECT_EQ(answered, 0);
}

}  // namespace
}  // namespace runtime

#include "runtime/http/client/connection.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <future>
#include <vector>

#include "runtime/core/value/error.hpp"
#include "runtime/http/client/fetch.hpp"
#include "tests/unit/runtime/http/certificate.hpp"
#include "tests/unit/runtime/http/raw_server.hpp"

namespace runtime::http {
namespace {

using namespace std::chrono_literals;

const char kDone[] = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone";

Limits trusting(const std::string& file) {
  Limits result;
  result.deadline = Clock::now() + 20s;
  result.ca_file = file;
  return result;
}
std::string body_or_failure(const std::string& url, const Limits& limits) {
  try {
    return Fetch(parse_url(url), Request{"GET", {}, ""}, limits).run().body;
  } catch (const Error& error) {
    const std::string* reason = error.details["reason"].string();
    return error.code + (reason ? " " + *reason : "");
  }
}
void answer(RawPeer& peer) {
  peer.read_head();
  peer.send(kDone);
}

TEST(Tls, TrustsAnAuthorityThatIsNamed) {
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(answer, certificate.context());
  EXPECT_EQ(body_or_failure(server.url(), trusting(certificate.file())), "done");
}

TEST(Tls, RefusesAnUnknownAuthority) {
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(answer, certificate.context());
  EXPECT_EQ(body_or_failure(server.url(), trusting("")), "UNKNOWN_ERROR tls");
}

TEST(Tls, RefusesTheCertificateOfAnotherHost) {
  const Certificate certificate("IP:127.0.0.2,DNS:example.org");
  RawServer server(answer, certificate.context());
  EXPECT_EQ(body_or_failure(server.url(), trusting(certificate.file())), "UNKNOWN_ERROR tls");
}

TEST(Tls, ComparesNames) {
  const Certificate certificate("DNS:localhost");
  RawServer server(answer, certificate.context());
  const std::string url = "https://localhost:" + std::to_string(server.port()) + "/";
  EXPECT_EQ(body_or_failure(url, trusting(certificate.file())), "done");
  EXPECT_EQ(body_or_failure(server.url(), trusting(certificate.file())), "UNKNOWN_ERROR tls");
}

TEST(Tls, RefusesAnExpiredCertificate) {
  const Certificate certificate("IP:127.0.0.1", -1);
  RawServer server(answer, certificate.context());
  EXPECT_EQ(body_or_failure(server.url(), trusting(certificate.file())), "UNKNOWN_ERROR tls");
}

TEST(Tls, SaysWhenTheNamedAuthorityCannotBeRead) {
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(answer, certificate.context());
  EXPECT_EQ(body_or_failure(server.url(), trusting("/nonexistent/ca.pem")), "FILE_IO_ERROR");
}

TEST(Tls, NeedsAServerThatSpeaksIt) {
  RawServer server([](RawPeer& peer) { peer.send("HTTP/1.1 400 Bad\r\n\r\n"); });
  EXPECT_EQ(
      body_or_failure("https://127.0.0.1:" + std::to_string(server.port()) + "/", trusting("")),
      "UNKNOWN_ERROR tls");
}

TEST(Tls, DoesNotWaitForeverForAMuteServer) {
  RawServer server([](RawPeer& peer) { peer.wait_end(); });
  Limits limits = trusting("");
  limits.deadline = Clock::now() + 50ms;
  EXPECT_EQ(body_or_failure("https://127.0.0.1:" + std::to_string(server.port()) + "/", limits),
            "TIMEOUT");
}

TEST(Tls, TellsATruncatedBody) {
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(
      [](RawPeer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 200 OK\r\n\r\nhalf of it");  // and no farewell
      },
      certificate.context());
  EXPECT_EQ(body_or_failure(server.url(), trusting(certificate.file())), "UNKNOWN_ERROR closed");
}

TEST(Tls, MovesLargeBodies) {
  const Certificate certificate("IP:127.0.0.1");
  const std::string body(3'000'000, 'x');
  RawServer server(
      [&](RawPeer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                  body);
      },
      certificate.context());
  EXPECT_EQ(body_or_failure(server.url(), trusting(certificate.file())), body);
}

TEST(Tls, IsNotLeftForPlainHttp) {
  RawServer plain(answer);
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(
      [&](RawPeer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 302 Found\r\nLocation: " + plain.url() +
                  "\r\nContent-Length: 0\r\n\r\n");
      },
      certificate.context());
  EXPECT_EQ(body_or_failure(server.url(), trusting(certificate.file())), "UNKNOWN_ERROR redirect");
}

// A port without an accepting server and with a full queue, so that a new connection hangs.
class FullPort {
 public:
  FullPort() : listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto* name = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    bind(listener_, name, size);
    listen(listener_, 0);
    getsockname(listener_, name, &size);
    port_ = ntohs(address.sin_port);
    for (int i = 0; i < 4; ++i) {
      queue_.push_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
      (void)connect(queue_.back(), name, size);
    }
  }
  ~FullPort() {
    for (const int descriptor : queue_) close(descriptor);
    close(listener_);
  }
  FullPort(const FullPort&) = delete;
  FullPort& operator=(const FullPort&) = delete;
  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/"; }

 private:
  int listener_;
  int port_ = 0;
  std::vector<int> queue_;
};

std::string code_when_interrupted(const std::string& url, const std::function<void()>& wait) {
  Fetch fetch(parse_url(url), Request{"GET", {}, ""}, trusting(""));
  auto code = std::async(std::launch::async, [&]() -> std::string {
    try {
      fetch.run();
    } catch (const Error& error) {
      return error.code;
    }
    return "an answer";
  });
  wait();
  fetch.interrupt();
  return code.get();
}

TEST(Connection, LimitsTheTimeUntilItStands) {
  const FullPort port;
  Limits limits = trusting("");
  limits.connect_seconds = 0.05;
  EXPECT_EQ(body_or_failure(port.url(), limits), "TIMEOUT");
}

TEST(Connection, IsInterruptedBeforeItStands) {
  const FullPort port;
  const auto begin = Clock::now();
  EXPECT_EQ(code_when_interrupted(port.url(), [] { std::this_thread::sleep_for(50ms); }),
            "CANCELLED");
  EXPECT_LT(Clock::now() - begin, 5s) << "earlier than the time limit to connect";
}

TEST(Connection, IsInterruptedInTheHandshake) {
  std::promise<void> greeted;
  RawServer server([&](RawPeer& peer) {
    greeted.set_value();
    peer.wait_end();
  });
  const std::string url = "https://127.0.0.1:" + std::to_string(server.port()) + "/";
  EXPECT_EQ(code_when_interrupted(url, [&] { greeted.get_future().wait(); }), "CANCELLED");
}

}  // namespace
}  // namespace runtime::http

#include "runtime/http/client/connection.hpp"

#include <gtest/gtest.h>

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
std::string outcome(const std::string& url, const Limits& limits) {
  try {
    return Fetch(parse_url(url), Request{"GET", {}, ""}, limits).run().body;
  } catch (const Error& error) {
    const std::string* reason = error.details["reason"].string();
    return error.code + (reason ? " " + *reason : "");
  }
}
void answer(Peer& peer) {
  peer.read_head();
  peer.send(kDone);
}

TEST(Tls, TrustsAnAuthorityThatIsNamed) {
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(answer, certificate.context());
  EXPECT_EQ(outcome(server.url(), trusting(certificate.file())), "done");
}

TEST(Tls, RefusesAnUnknownAuthority) {
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(answer, certificate.context());
  EXPECT_EQ(outcome(server.url(), trusting("")), "UNKNOWN_ERROR tls");
}

TEST(Tls, RefusesTheCertificateOfAnotherHost) {
  const Certificate certificate("IP:127.0.0.2,DNS:example.org");
  RawServer server(answer, certificate.context());
  EXPECT_EQ(outcome(server.url(), trusting(certificate.file())), "UNKNOWN_ERROR tls");
}

TEST(Tls, ComparesNames) {
  const Certificate certificate("DNS:localhost");
  RawServer server(answer, certificate.context());
  const std::string url = "https://localhost:" + std::to_string(server.port()) + "/";
  EXPECT_EQ(outcome(url, trusting(certificate.file())), "done");
  EXPECT_EQ(outcome(server.url(), trusting(certificate.file())), "UNKNOWN_ERROR tls");
}

TEST(Tls, RefusesAnExpiredCertificate) {
  const Certificate certificate("IP:127.0.0.1", -1);
  RawServer server(answer, certificate.context());
  EXPECT_EQ(outcome(server.url(), trusting(certificate.file())), "UNKNOWN_ERROR tls");
}

TEST(Tls, SaysWhenTheNamedAuthorityCannotBeRead) {
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(answer, certificate.context());
  EXPECT_EQ(outcome(server.url(), trusting("/nonexistent/ca.pem")), "FILE_IO_ERROR");
}

TEST(Tls, NeedsAServerThatSpeaksIt) {
  RawServer server([](Peer& peer) { peer.send("HTTP/1.1 400 Bad\r\n\r\n"); });
  EXPECT_EQ(outcome("https://127.0.0.1:" + std::to_string(server.port()) + "/", trusting("")),
            "UNKNOWN_ERROR tls");
}

TEST(Tls, DoesNotWaitForeverForAMuteServer) {
  RawServer server([](Peer& peer) { peer.wait_end(); });
  Limits limits = trusting("");
  limits.deadline = Clock::now() + 50ms;
  EXPECT_EQ(outcome("https://127.0.0.1:" + std::to_string(server.port()) + "/", limits), "TIMEOUT");
}

TEST(Tls, TellsATruncatedBody) {
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(
      [](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 200 OK\r\n\r\nhalf of it");  // and no farewell
      },
      certificate.context());
  EXPECT_EQ(outcome(server.url(), trusting(certificate.file())), "UNKNOWN_ERROR closed");
}

TEST(Tls, MovesLargeBodies) {
  const Certificate certificate("IP:127.0.0.1");
  const std::string body(3'000'000, 'x');
  RawServer server(
      [&](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                  body);
      },
      certificate.context());
  EXPECT_EQ(outcome(server.url(), trusting(certificate.file())), body);
}

TEST(Tls, IsNotLeftForPlainHttp) {
  RawServer plain(answer);
  const Certificate certificate("IP:127.0.0.1");
  RawServer server(
      [&](Peer& peer) {
        peer.read_head();
        peer.send("HTTP/1.1 302 Found\r\nLocation: " + plain.url() +
                  "\r\nContent-Length: 0\r\n\r\n");
      },
      certificate.context());
  EXPECT_EQ(outcome(server.url(), trusting(certificate.file())), "UNKNOWN_ERROR redirect");
}

}  // namespace
}  // namespace runtime::http

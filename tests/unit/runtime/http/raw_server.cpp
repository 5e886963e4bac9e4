#include "tests/unit/runtime/http/raw_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <unistd.h>

#include <stdexcept>

namespace runtime::http {

bool RawPeer::read_byte(std::string& out) {
  char byte = 0;
  const auto count =
      ssl_ ? SSL_read(ssl_, &byte, 1) : static_cast<int>(recv(descriptor_, &byte, 1, 0));
  if (count > 0) out += byte;
  return count > 0;
}

std::string RawPeer::read_head() {
  std::string head;
  while (!head.ends_with("\r\n\r\n") && read_byte(head)) {
  }
  return head;
}

std::string RawPeer::read_body(const std::string& head) {
  constexpr std::string_view kField = "Content-Length: ";
  const std::size_t field = head.find(kField);
  const std::size_t size =
      field == std::string::npos ? 0 : std::stoul(head.substr(field + kField.size()));
  std::string body;
  while (body.size() < size && read_byte(body)) {
  }
  return body;
}

bool RawPeer::send(const std::string& bytes) {
  for (std::size_t sent = 0; sent < bytes.size();) {
    const auto left = bytes.size() - sent;
    const auto count =
        ssl_ ? SSL_write(ssl_, bytes.data() + sent, static_cast<int>(left))
             : static_cast<int>(::send(descriptor_, bytes.data() + sent, left, MSG_NOSIGNAL));
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

void RawPeer::wait_end() {
  char bytes[4096];
  while (recv(descriptor_, bytes, sizeof bytes, 0) > 0) {
  }
}

RawServer::RawServer(std::function<void(RawPeer&)> play, SSL_CTX* tls)
    : play_(std::move(play)), tls_(tls), listener_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  signal(SIGPIPE, SIG_IGN);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  if (bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      listen(listener_, 64) != 0 ||
      getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw std::runtime_error("no port for the test's server");
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

RawServer::~RawServer() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
    shutdown(listener_, SHUT_RDWR);
    if (current_ >= 0) shutdown(current_, SHUT_RDWR);
  }
  thread_.join();
  close(listener_);
}

std::string RawServer::url(const std::string& target) const {
  return (tls_ ? "https://127.0.0.1:" : "http://127.0.0.1:") + std::to_string(port_) + target;
}

void RawServer::serve() {
  for (;;) {
    const int descriptor = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (descriptor < 0) return;
    {
      const std::lock_guard lock(mutex_);
      current_ = descriptor;
      if (closing_) shutdown(descriptor, SHUT_RDWR);
    }
    play_on(descriptor);
    const std::lock_guard lock(mutex_);
    current_ = -1;
    close(descriptor);
  }
}

void RawServer::play_on(int descriptor) {
  SSL* ssl = tls_ ? SSL_new(tls_) : nullptr;
  if (ssl) SSL_set_fd(ssl, descriptor);
  RawPeer peer(descriptor, ssl);
  {
    const std::lock_guard lock(scene_);
    if (!ssl || SSL_accept(ssl) == 1) play_(peer);
  }
  SSL_free(ssl);
}

}  // namespace runtime::http

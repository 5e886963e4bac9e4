#include "native/x11/connection/socket.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>

#include "native/desktop/error.hpp"
#include "native/linux/socket_peer.hpp"

namespace native::x11 {
namespace {

Error timeout(const DisplayName& display) {
  return Error("TIMEOUT", "display " + display.text + " does not answer",
               "Try again, or allow more time; the display server may be stopped or overloaded.",
               {{"reason", "connect"}, {"display", display.text}});
}

// Returns 0 when connected, otherwise an errno. Retries while the backlog is full (EAGAIN), until
// the deadline.
int connect_before(int socket, const sockaddr* address, socklen_t length, Deadline deadline) {
  for (;;) {
    if (::connect(socket, address, length) == 0) return 0;
    if (errno == EINTR) continue;
    if (errno != EAGAIN && errno != EINPROGRESS) return errno;
    const bool in_progress = errno == EINPROGRESS;
    const int left = milliseconds_left(deadline);
    if (left == 0) return ETIMEDOUT;
    pollfd state{socket, POLLOUT, 0};
    if (!in_progress) {
      // poll() cannot wait for a Unix socket whose backlog is full.
      ::poll(nullptr, 0, std::min(left, 10));
      continue;
    }
    if (::poll(&state, 1, left) <= 0) return ETIMEDOUT;
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size);
    return error;
  }
}

Socket unix_socket(const std::string& path, bool abstract, Deadline deadline, int& error) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t offset = abstract ? 1 : 0;
  if (path.size() + 1 > sizeof address.sun_path - offset) {
    error = ENAMETOOLONG;
    return Socket();
  }
  std::memcpy(address.sun_path + offset, path.data(), path.size());
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + offset +
                                             path.size() + (abstract ? 0 : 1));
  Socket socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  error = connect_before(socket.get(), reinterpret_cast<sockaddr*>(&address), length, deadline);
  return error == 0 ? std::move(socket) : Socket();
}

Socket local_socket(const DisplayName& display, uid_t user, Deadline deadline, int& error) {
  const bool named = !display.host.empty() && display.host.front() == '/';
  if (named) return unix_socket(display.host, false, deadline, error);
  const std::string path = "/tmp/.X11-unix/X" + std::to_string(display.number);
  Socket socket = unix_socket(path, true, deadline, error);
  if (error == ETIMEDOUT || (socket.get() >= 0 && !stranger_at(socket, user))) return socket;
  Socket other = unix_socket(path, false, deadline, error);
  if (socket.get() < 0 || (other.get() >= 0 && !stranger_at(other, user))) return other;
  error = 0;
  return socket;
}

Socket tcp_socket(const DisplayName& display, Deadline deadline, int& error) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  error = EHOSTUNREACH;
  if (::getaddrinfo(display.host.c_str(), std::to_string(6000 + display.number).c_str(), &hints,
                    &list) != 0) {
    return Socket();
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> owner(list, &::freeaddrinfo);
  for (const addrinfo* entry = list; entry != nullptr; entry = entry->ai_next) {
    Socket socket(::socket(entry->ai_family, entry->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                           entry->ai_protocol));
    error = connect_before(socket.get(), entry->ai_addr, entry->ai_addrlen, deadline);
    if (error != 0) continue;
    const int on = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return socket;
  }
  return Socket();
}

}  // namespace

Socket& Socket::operator=(Socket&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Socket::~Socket() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

int Socket::release() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  return descriptor;
}

int milliseconds_left(Deadline deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 3'600'000));
}

std::optional<uid_t> stranger_at(const Socket& socket, uid_t user) {
  const std::optional<SocketPeer> peer = peer_of(socket.get());
  return !peer || is_trusted(peer->uid, user) ? std::nullopt : std::optional(peer->uid);
}

Socket connect_socket(const DisplayName& display, uid_t user, Deadline deadline) {
  int error = 0;
  Socket socket = display.local() ? local_socket(display, user, deadline, error)
                                  : tcp_socket(display, deadline, error);
  if (socket.get() >= 0) return socket;
  if (error == ETIMEDOUT) throw timeout(display);
  throw Error(
      "DISPLAY_UNAVAILABLE",
      "no display server answers at " + display.text + ": " + std::strerror(error),
      "Check DISPLAY, start the desktop session, or run with --virtual 1280x800 for a private one.",
      {{"reason", "not there"}, {"display", display.text}});
}

}  // namespace native::x11

#include "native/linux/unix_stream.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <thread>
#include <utility>

#include "native/linux/socket_peer.hpp"

namespace native {
namespace {

constexpr std::chrono::milliseconds kBetweenAttempts{5};

}  // namespace

std::unique_ptr<UnixStream> UnixStream::open(const std::string& path, uid_t user,
                                             Deadline deadline) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) return nullptr;
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return nullptr;
  std::unique_ptr<UnixStream> stream(new UnixStream(descriptor));
  // Only a few connections may wait for a compositor; while it is busy there is no room for more.
  while (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return nullptr;
    if (std::chrono::steady_clock::now() >= deadline) throw StreamLate{};
    std::this_thread::sleep_for(kBetweenAttempts);
  }
  const std::optional<SocketPeer> peer = peer_of(descriptor);
  if (!peer || !is_trusted(peer->uid, user)) return nullptr;
  return stream;
}

UnixStream::~UnixStream() { ::close(socket_); }

bool UnixStream::wait_for(short events, Deadline deadline) const {
  for (;;) {
    const auto now = std::chrono::steady_clock::now();
    const auto left =
        deadline > now ? std::chrono::ceil<std::chrono::milliseconds>(deadline - now).count() : 0;
    pollfd waiting{socket_, events, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
    if (ready == 0 && left == 0) return false;
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) throw StreamLost{};
  }
}

void UnixStream::send(const std::string& bytes, Deadline deadline) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count =
        ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
    } else if (count < 0 && errno == EAGAIN) {
      if (!wait_for(POLLOUT, deadline)) throw StreamLate{};
    } else if (count == 0 || errno != EINTR) {
      throw StreamLost{};
    }
  }
}

UnixStream::Step UnixStream::receive(Deadline deadline) {
  constexpr std::size_t kStep = std::size_t{64} << 10;
  for (;;) {
    const std::size_t before = received_.size();
    received_.resize(before + kStep);
    const ssize_t count = ::recv(socket_, received_.data() + before, kStep, MSG_DONTWAIT);
    const int error = errno;
    received_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count > 0) return Step::kMore;
    if (count == 0) return Step::kEnd;
    if (error == EAGAIN && !wait_for(POLLIN, deadline)) return Step::kNothing;
    if (error != EAGAIN && error != EINTR) throw StreamLost{};
  }
}

bool UnixStream::fill(std::size_t size, Deadline deadline) {
  while (received_.size() < size) {
    const Step step = receive(deadline);
    if (step == Step::kNothing) return false;
    if (step == Step::kEnd) throw StreamLost{};
  }
  return true;
}

std::string UnixStream::rest(std::size_t most, Deadline deadline) {
  for (;;) {
    const Step step = receive(deadline);
    if (step == Step::kNothing) throw StreamLate{};
    if (received_.size() > most) throw StreamLost{};
    if (step == Step::kEnd) return std::exchange(received_, {});
  }
}

}  // namespace native

#include "native/sway/sway_ipc.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include "native/linux/socket_peer.hpp"

namespace native::sway {
namespace {

constexpr char kMagic[] = {'i', '3', '-', 'i', 'p', 'c'};
constexpr std::size_t kHeader = sizeof kMagic + 8;
constexpr std::chrono::milliseconds kBetweenAttempts{5};
constexpr std::size_t kMaxMessage = std::size_t{32} << 20;

std::string message(Request request, const std::string& payload) {
  std::string bytes(kMagic, sizeof kMagic);
  const std::uint32_t numbers[] = {static_cast<std::uint32_t>(payload.size()),
                                   static_cast<std::uint32_t>(request)};
  bytes.append(reinterpret_cast<const char*>(numbers), sizeof numbers);
  return bytes + payload;
}

}  // namespace

std::unique_ptr<Ipc> Ipc::open(const std::string& socket, uid_t user, Deadline deadline) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (socket.empty() || socket.size() >= sizeof address.sun_path) return nullptr;
  std::memcpy(address.sun_path, socket.c_str(), socket.size() + 1);
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return nullptr;
  std::unique_ptr<Ipc> ipc(new Ipc(descriptor));
  // Only three connections may wait for sway; while it is busy there is no room for more.
  while (::connect(descriptor, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return nullptr;
    if (std::chrono::steady_clock::now() >= deadline) throw IpcLate{};
    std::this_thread::sleep_for(kBetweenAttempts);
  }
  const std::optional<SocketPeer> peer = peer_of(descriptor);
  if (!peer || !is_trusted(peer->uid, user)) return nullptr;
  return ipc;
}

Ipc::~Ipc() { ::close(socket_); }

bool Ipc::wait_for(short events, Deadline deadline) const {
  for (;;) {
    const auto now = std::chrono::steady_clock::now();
    const auto left =
        deadline > now ? std::chrono::ceil<std::chrono::milliseconds>(deadline - now).count() : 0;
    pollfd waiting{socket_, events, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
    if (ready == 0 && left == 0) return false;
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) throw IpcLost{};
  }
}

void Ipc::send(const std::string& bytes, Deadline deadline) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count =
        ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) {
      sent += static_cast<std::size_t>(count);
    } else if (count < 0 && errno == EAGAIN) {
      if (!wait_for(POLLOUT, deadline)) throw IpcLate{};
    } else if (count == 0 || errno != EINTR) {
      throw IpcLost{};
    }
  }
}

bool Ipc::fill(std::size_t size, Deadline deadline) {
  constexpr std::size_t kStep = std::size_t{64} << 10;
  while (received_.size() < size) {
    const std::size_t before = received_.size();
    received_.resize(before + kStep);
    const ssize_t count = ::recv(socket_, received_.data() + before, kStep, MSG_DONTWAIT);
    const int error = errno;
    received_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count > 0) continue;
    if (count < 0 && error == EAGAIN) {
      if (!wait_for(POLLIN, deadline)) return false;
    } else if (count == 0 || error != EINTR) {
      throw IpcLost{};
    }
  }
  return true;
}

std::optional<Message> Ipc::next(Deadline deadline) {
  if (!fill(kHeader, deadline)) return std::nullopt;
  std::uint32_t numbers[2];
  std::memcpy(numbers, received_.data() + sizeof kMagic, sizeof numbers);
  if (std::memcmp(received_.data(), kMagic, sizeof kMagic) != 0 || numbers[0] > kMaxMessage)
    throw IpcLost{};
  if (!fill(kHeader + numbers[0], deadline)) return std::nullopt;
  Message result{numbers[1], received_.substr(kHeader, numbers[0])};
  received_.erase(0, kHeader + numbers[0]);
  return result;
}

std::string Ipc::ask(Request request, const std::string& payload, Deadline deadline) {
  send(message(request, payload), deadline);
  for (;;) {
    std::optional<Message> answer = next(deadline);
    if (!answer) throw IpcLate{};
    if (answer->kind == static_cast<std::uint32_t>(request)) return std::move(answer->json);
  }
}

}  // namespace native::sway

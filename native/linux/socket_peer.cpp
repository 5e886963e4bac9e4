#include "native/linux/socket_peer.hpp"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>

#include "native/linux/bounded_file.hpp"

namespace native {
namespace {

constexpr std::size_t kSmallFile = 4096;

std::optional<SocketPeer> connect_to(const std::string& path, bool abstract) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::size_t offset = abstract ? 1 : 0;
  if (path.size() + offset >= sizeof address.sun_path) return std::nullopt;
  std::memcpy(address.sun_path + offset, path.data(), path.size());
  const int descriptor = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0) return std::nullopt;
  const auto length =
      static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + offset + path.size());
  std::optional<SocketPeer> peer;
  if (::connect(descriptor, reinterpret_cast<sockaddr*>(&address), length) == 0)
    peer = peer_of(descriptor);
  else if (errno == EAGAIN)  // the queue is full: a slow listener, whose identity is unknown
    peer = SocketPeer{0, ::getuid()};
  ::close(descriptor);
  return peer;
}

// Returns whether this user namespace maps only some of the system's users.
bool some_have_no_name() {
  const std::optional<std::string> map = read_bounded("/proc/self/uid_map", kSmallFile);
  if (!map) return false;
  unsigned long inside = 1, outside = 0, count = 0;
  char* rest = nullptr;
  inside = std::strtoul(map->c_str(), &rest, 10);
  outside = std::strtoul(rest, &rest, 10);
  count = std::strtoul(rest, &rest, 10);
  return inside != 0 || outside != 0 || count < 0xFFFFFFFFUL;
}

}  // namespace

std::optional<SocketPeer> peer_of(int socket) {
  ucred peer{};
  socklen_t size = sizeof peer;
  sockaddr_storage address{};
  socklen_t length = sizeof address;
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&address), &length) != 0 ||
      address.ss_family != AF_UNIX)
    return std::nullopt;
  if (::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return std::nullopt;
  return SocketPeer{peer.pid, peer.uid};
}

std::optional<SocketPeer> listener_at(const std::string& path, uid_t user) {
  for (const bool abstract : {false, true}) {
    const std::optional<SocketPeer> peer = connect_to(path, abstract);
    if (peer && is_trusted(peer->uid, user)) return peer;
  }
  return std::nullopt;
}

bool is_trusted(uid_t peer, uid_t user) {
  if (peer == user || peer == 0) return true;
  const auto nobody = read_bounded("/proc/sys/kernel/overflowuid", kSmallFile);
  return nobody && peer == std::strtoul(nobody->c_str(), nullptr, 10) && some_have_no_name();
}

}  // namespace native

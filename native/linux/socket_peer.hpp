#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace native {

// The process at the other end of a Unix socket, as the kernel recorded it when the process began
// to listen.
struct SocketPeer {
  pid_t pid = 0;  // 0 when it is in another pid namespace
  uid_t uid = 0;
};

// Returns the peer of a connected socket; none for TCP.
std::optional<SocketPeer> peer_of(int socket);

// Returns the process that listens at a socket file, or at the abstract socket of the same name:
// the first of the two that `user` may trust. None when there is no listener, or no trusted one.
std::optional<SocketPeer> listener_at(const std::string& path, uid_t user);

// Returns whether a server owned by `peer` may receive secrets of `user`: it is the user's own, or
// root's, since display managers start it as root. In a user namespace the kernel cannot name
// outside users, root included: those are trusted there.
bool is_trusted(uid_t peer, uid_t user);

}  // namespace native

#pragma once

#include <sys/types.h>

#include <optional>
#include <string>

namespace native {

// The process at the other end of a Unix socket, as the kernel noted it when that began to listen.
struct SocketPeer {
  pid_t pid = 0;  // 0 when it lives in another process namespace
  uid_t uid = 0;
};

// The peer of a connected socket; none for TCP.
std::optional<SocketPeer> peer_of(int socket);

// Who listens at a socket file, or at the abstract name of the same text, for `user`; the first of
// both that `user` may trust. None when nobody does, or only strangers do.
std::optional<SocketPeer> listener_at(const std::string& path, uid_t user);

// Whether a server of `peer` may be told secrets of `user`: it is the user's own, or root's (as
// display managers start it). In a user namespace the kernel cannot name users from outside, root
// among them: those are trusted there.
bool is_trusted(uid_t peer, uid_t user);

}  // namespace native

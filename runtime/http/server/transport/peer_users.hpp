#pragma once

#include <sys/types.h>

#include <optional>

namespace runtime::http {

// Finds the user of this machine who owns the other end of a loopback TCP connection, by asking the
// kernel (sock_diag(7)), which needs no privilege. Owned by the host of the connections.
class PeerUsers {
 public:
  PeerUsers();
  ~PeerUsers();
  PeerUsers(const PeerUsers&) = delete;
  PeerUsers& operator=(const PeerUsers&) = delete;

  // False where the kernel, or a container, refuses such queries.
  bool available() const { return descriptor_ >= 0; }
  // Returns the user id as this process's user namespace shows it. Returns nothing when the kernel
  // does not answer, when the other end is already closed (its user would read as root), and for a
  // user whom the namespace cannot show. Does not wait.
  std::optional<uid_t> user_of(int connection);

 private:
  int descriptor_;
  unsigned interface_;  // of the loopback
  unsigned sequence_ = 0;
};

// Returns whether the kernel shows this id for every user that the namespace has no id for, given
// the contents of /proc/self/uid_map and /proc/sys/kernel/overflowuid.
bool is_unmapped_user(uid_t user, const char* map, const char* overflow);

}  // namespace runtime::http

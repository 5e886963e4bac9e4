#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace native {

// What a program has not read yet from a server at a Unix socket, as the kernel tells
// (sock_diag(7), unix_diag). Needs no privilege for programs of the same user.
class UnreadMessages {
 public:
  // The connections of process `client` to the server that `connection`, a socket of our own, is
  // connected to. None when the kernel does not tell, or has no such connection.
  static std::optional<UnreadMessages> of(pid_t client, int connection);
  UnreadMessages(UnreadMessages&& other) noexcept;
  UnreadMessages& operator=(UnreadMessages&&) = delete;
  ~UnreadMessages();

  // Returns the bytes that wait on the fullest of them; 0 once they have been closed.
  std::uint32_t bytes();

 private:
  explicit UnreadMessages(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;                      // of the questions to the kernel
  std::vector<std::uint32_t> sockets_;  // inodes of the client's ends
};

}  // namespace native

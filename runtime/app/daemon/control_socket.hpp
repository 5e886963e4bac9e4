#pragma once

#include <sys/types.h>

#include <string>

namespace runtime {

// The process at the other end of a local socket.
struct Peer {
  pid_t pid = 0;
  uid_t uid = 0;
};
Peer peer_of(int descriptor);
// Returns whether the process runs as our own user or root.
bool is_welcome(const Peer& peer);

// The only socket of this user's daemon. A lock held in the kernel shows whether a daemon is
// running, so that the socket of a killed program can be replaced safely. Folder 0700, socket and
// lock 0600.
class ControlSocket {
 public:
  // Throws Error "FILE_IO_ERROR": details.reason "in_use" (with details.pid if known), or why the
  // folder or the socket cannot be created.
  explicit ControlSocket(const std::string& folder);
  // Removes the socket but not the lock file, because a lock on a removed file would exclude no
  // other process.
  ~ControlSocket();
  ControlSocket(const ControlSocket&) = delete;
  ControlSocket& operator=(const ControlSocket&) = delete;

  // Returns the listening descriptor, non-blocking; the caller owns it.
  int take();
  const std::string& path() const { return path_; }

 private:
  void lock(const std::string& folder);
  void listen();

  std::string path_;
  int lock_ = -1;
  int descriptor_ = -1;
};

// Returns a non-blocking connection to the daemon that listens in `folder`. Throws Error
// "FILE_IO_ERROR" with details.reason "missing" when there is none, "permission" when another user
// listens there.
int connect_control(const std::string& folder);

}  // namespace runtime

#pragma once

#include <sys/types.h>

#include <string>

namespace runtime {

// Where the daemon of this user listens: $XDG_RUNTIME_DIR/peekaboo; without that variable
// /run/user/UID/peekaboo, and where there is no such folder of ours peekaboo-UID in the temporary
// directory.
std::string control_folder();

// Who is at the other end of a local socket.
struct Peer {
  pid_t pid = 0;
  uid_t uid = 0;
};
Peer peer_of(int descriptor);
// Whether we deal with it: our own user, or root.
bool is_welcome(const Peer& peer);

// The one socket of this user's daemon. A lock that the kernel keeps says whether there is one
// already, so that the socket of a program that was killed can be replaced without a guess. Folder
// 0700, socket and lock 0600.
class ControlSocket {
 public:
  // Throws Error "FILE_IO_ERROR": details.reason "in_use" (details.pid: whose it is, as far as
  // known), or why the folder or the socket cannot be had.
  explicit ControlSocket(const std::string& folder);
  // Takes the socket away; the lock's file stays, for a lock on a file that is gone would keep
  // nobody out.
  ~ControlSocket();
  ControlSocket(const ControlSocket&) = delete;
  ControlSocket& operator=(const ControlSocket&) = delete;

  // The listening descriptor, which does not block; the caller's from now on.
  int take();
  const std::string& path() const { return path_; }

 private:
  void lock(const std::string& folder);
  void listen();

  std::string path_;
  int lock_ = -1;
  int descriptor_ = -1;
};

// A connection to the daemon that listens in `folder`; its descriptor does not block. Throws Error
// "FILE_IO_ERROR" with details.reason "missing" when there is none, "permission" when somebody else
// listens there.
int connect_control(const std::string& folder);

}  // namespace runtime

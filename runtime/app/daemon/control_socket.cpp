#include "runtime/app/daemon/control_socket.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/core/files/own_folder.hpp"
#include "runtime/core/value/error.hpp"

namespace runtime {

namespace {

constexpr int kBacklog = 128;
constexpr const char* kSocket = "/daemon.sock";
constexpr const char* kLock = "/daemon.lock";

[[noreturn]] void refuse(const std::string& what, const std::string& reason,
                         const std::string& remedy, Value details = Value()) {
  details.set("reason", reason);
  throw Error("FILE_IO_ERROR", what, remedy, std::move(details));
}

sockaddr_un address_of(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path)
    refuse("path " + path + " is too long for a socket", "too_long",
           "Set XDG_RUNTIME_DIR to a shorter path.");
  path.copy(address.sun_path, path.size());
  return address;
}

const sockaddr* plain(const sockaddr_un& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

// Returns the process id that the lock's holder wrote there; 0 when not yet written.
pid_t pid_in(int lock) {
  char text[24] = {};
  return pread(lock, text, sizeof text - 1, 0) > 0 ? static_cast<pid_t>(std::atol(text)) : 0;
}

}  // namespace

Peer peer_of(int descriptor) {
  ucred who{};
  socklen_t size = sizeof who;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &who, &size) != 0)
    return Peer{0, static_cast<uid_t>(-1)};
  return Peer{who.pid, who.uid};
}

bool is_welcome(const Peer& peer) { return peer.uid == geteuid() || peer.uid == 0; }

ControlSocket::ControlSocket(const std::string& folder) : path_(folder + kSocket) {
  files::make_runtime_folder(folder);
  lock(folder);
  try {
    listen();
  } catch (const Error&) {
    close(lock_);
    throw;
  }
}

void ControlSocket::lock(const std::string& folder) {
  const std::string path = folder + kLock;
  lock_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock_ < 0) refuse(path + " cannot be opened: " + std::strerror(errno), "permission", "");
  if (flock(lock_, LOCK_EX | LOCK_NB) == 0) {
    const std::string pid = std::to_string(getpid()) + "\n";
    if (ftruncate(lock_, 0) != 0 || pwrite(lock_, pid.data(), pid.size(), 0) < 0) {
      // Only the error message of a second daemon will lack the process id.
    }
    return;
  }
  const pid_t pid = pid_in(lock_);
  close(lock_);
  Value details;
  if (pid > 0) details.set("pid", static_cast<std::int64_t>(pid));
  refuse(
      "daemon already running" + (pid > 0 ? ", as process " + std::to_string(pid) : std::string()),
      "in_use",
      "Run `peekaboo daemon status` to see what it does" +
          (pid > 0 ? ", or `kill " + std::to_string(pid) + "` to end it" : std::string()),
      std::move(details));
}

void ControlSocket::listen() {
  const sockaddr_un address = address_of(path_);
  unlink(path_.c_str());  // its former owner no longer holds the lock
  descriptor_ = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const mode_t mask = umask(0177);
  const bool bound = descriptor_ >= 0 && bind(descriptor_, plain(address), sizeof address) == 0;
  const int problem = errno;
  umask(mask);
  if (bound && ::listen(descriptor_, kBacklog) == 0) return;
  if (descriptor_ >= 0) close(descriptor_);
  refuse("cannot create a socket at " + path_ + ": " + std::strerror(problem), "permission",
         "Set XDG_RUNTIME_DIR to a folder of your own.");
}

ControlSocket::~ControlSocket() {
  unlink(path_.c_str());
  if (descriptor_ >= 0) close(descriptor_);
  close(lock_);
}

int ControlSocket::take() {
  const int taken = descriptor_;
  descriptor_ = -1;
  return taken;
}

int connect_control(const std::string& folder) {
  const std::string path = folder + kSocket;
  const sockaddr_un address = address_of(path);
  const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (descriptor < 0)
    refuse(std::string("cannot create a socket: ") + std::strerror(errno), "other", "");
  if (connect(descriptor, plain(address), sizeof address) != 0) {
    const int problem = errno;
    close(descriptor);
    if (problem == EACCES || problem == EPERM)
      refuse("daemon at " + path + " belongs to another user", "permission", "");
    if (problem == EAGAIN)
      refuse("daemon does not answer: too many clients are waiting", "other",
             "Check its log for a script that blocks it.");
    refuse("no daemon running (none listens at " + path + ")", "missing",
           "Start one with `peekaboo daemon`.");
  }
  if (is_welcome(peer_of(descriptor))) return descriptor;
  close(descriptor);
  refuse("daemon at " + path + " belongs to another user", "permission",
         "Set XDG_RUNTIME_DIR to a folder of your own.");
}

}  // namespace runtime

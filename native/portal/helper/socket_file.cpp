#include "native/portal/helper/socket_file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace native::portal {
namespace {

constexpr int kQueue = 64;
constexpr int kSocketType = SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK;

}  // namespace

bool SocketFile::lock() {
  lock_.reset(::open((path_ + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  int done = -1;
  do {
    done = lock_.get() < 0 ? -1 : ::flock(lock_.get(), LOCK_EX);
  } while (done != 0 && errno == EINTR);
  return done == 0;
}

SocketFile::Begin SocketFile::begin() {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path_.size() >= sizeof address.sun_path || !lock()) return Begin::kFailed;
  std::memcpy(address.sun_path, path_.data(), path_.size());
  const auto* const named = reinterpret_cast<const sockaddr*>(&address);
  const OwnedFile trial(::socket(AF_UNIX, kSocketType, 0));
  // A queue that is full is one that is listened to.
  if (::connect(trial.get(), named, sizeof address) == 0 || errno == EAGAIN)
    return Begin::kRunsAlready;
  ::unlink(path_.c_str());
  listener_.reset(::socket(AF_UNIX, kSocketType, 0));
  const mode_t before = ::umask(0177);
  const bool bound = ::bind(listener_.get(), named, sizeof address) == 0;
  ::umask(before);
  return bound && ::listen(listener_.get(), kQueue) == 0 ? Begin::kListening : Begin::kFailed;
}

bool SocketFile::end() {
  // Who starts another one meanwhile waits, and then finds this one or no file.
  lock();
  pollfd waiting{listener_.get(), POLLIN, 0};
  const bool wanted = ::poll(&waiting, 1, 0) > 0;
  if (!wanted) {
    ::unlink(path_.c_str());
    listener_.reset();
  }
  lock_.reset();
  return !wanted;
}

OwnedFile SocketFile::accept() {
  OwnedFile asker(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
  if (asker.get() < 0 || !is_own_peer(asker.get())) return OwnedFile();
  return asker;
}

}  // namespace native::portal

#include "runtime/http/client/pipe.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "runtime/http/client/failure.hpp"
#include "runtime/http/client/fetch.hpp"

namespace runtime::http {

Pipe::Pipe() {
  int ends[2];
  // Sockets, because writing to a pipe without a reader raises a signal.
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw failure("connect", std::string("cannot open a stream: ") + std::strerror(errno),
                  "Close streams and files that are no longer needed.");
  reader_ = ends[0];
  writer_ = ends[1];
}

Pipe::~Pipe() { ::close(writer_); }

Response Pipe::head() const {
  const std::lock_guard lock(mutex_);
  return head_;
}

void Pipe::end() noexcept { shutdown(writer_, SHUT_RDWR); }

bool Pipe::begin(const Response& head) {
  if (is_redirect(head)) return false;
  {
    const std::lock_guard lock(mutex_);
    head_ = head;
  }
  take("\n");
  return true;
}

void Pipe::take(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(writer_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw Error("CANCELLED", "stream was closed");
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace runtime::http

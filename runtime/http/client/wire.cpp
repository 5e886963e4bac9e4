#include "runtime/http/client/wire.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <memory>

#include "runtime/http/client/failure.hpp"

namespace runtime::http {

struct Wire::Address {
  const addrinfo* info;
};

namespace {

int milliseconds_until(Deadline deadline) {
  if (deadline == Deadline::max()) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, INT_MAX));
}

// False past the deadline.
bool poll_until(int descriptor, short events, Deadline deadline) {
  for (;;) {
    pollfd entry{descriptor, events, 0};
    const int count = poll(&entry, 1, milliseconds_until(deadline));
    if (count > 0) return true;
    if (count == 0 && Clock::now() >= deadline) return false;
    if (count < 0 && errno != EINTR) return true;  // the call that follows finds out why
  }
}

struct FreeAddresses {
  void operator()(addrinfo* list) const { freeaddrinfo(list); }
};
using Addresses = std::unique_ptr<addrinfo, FreeAddresses>;

Addresses look_up(const std::string& host, int port) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* list = nullptr;
  const int problem = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &list);
  if (problem != 0)
    throw failure("connect", "the host " + host + " is not known: " + gai_strerror(problem),
                  "check the address and the network");
  return Addresses(list);
}

// Half of what is left while there are other addresses to try, so that a mute one cannot use up all
// of it.
Deadline share_of(Deadline deadline, bool last) {
  const auto now = Clock::now();
  return last || deadline <= now ? deadline : now + (deadline - now) / 2;
}

}  // namespace

Wire::~Wire() { close(); }

void Wire::close() noexcept {
  const std::lock_guard lock(mutex_);
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

void Wire::interrupt() noexcept {
  const std::lock_guard lock(mutex_);
  interrupted_ = true;
  if (descriptor_ >= 0) shutdown(descriptor_, SHUT_RDWR);
}

bool Wire::publish(int descriptor) {
  const std::lock_guard lock(mutex_);
  if (interrupted_) return false;
  descriptor_ = descriptor;
  return true;
}

void Wire::check_interrupted() const {
  const std::lock_guard lock(mutex_);
  if (interrupted_) throw Error("CANCELLED", "the request was cancelled");
}

bool Wire::try_address(const Address& address, Deadline deadline, int& problem) {
  const addrinfo& info = *address.info;
  const int descriptor =
      socket(info.ai_family, info.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, info.ai_protocol);
  if (descriptor < 0) {
    problem = errno;
    return false;
  }
  if (!publish(descriptor)) {
    ::close(descriptor);
    check_interrupted();
  }
  const int yes = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  problem = ::connect(descriptor, info.ai_addr, info.ai_addrlen) == 0 ? 0 : errno;
  if (problem == EINPROGRESS || problem == EINTR) {
    problem = ETIMEDOUT;
    socklen_t size = sizeof problem;
    if (poll_until(descriptor, POLLOUT, deadline))
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &problem, &size);
  }
  check_interrupted();
  if (problem == 0) return true;
  close();
  return false;
}

void Wire::connect(const std::string& host, int port, Deadline deadline) {
  close();
  check_interrupted();
  peer_ = host + ":" + std::to_string(port);
  const Addresses list = look_up(host, port);
  int problem = 0;
  for (const addrinfo* info = list.get(); info; info = info->ai_next)
    if (try_address(Address{info}, share_of(deadline, !info->ai_next), problem)) return;
  if (problem == ETIMEDOUT)
    throw Error("TIMEOUT", "no connection to " + peer_ + " within the time limit",
                "check the address and the network, or raise connect_timeout");
  const std::string message = "no connection to " + peer_ + ": " + std::strerror(problem);
  const char* const remedy = "check the address, and that the server runs";
  throw problem == ECONNREFUSED ? refused(message, remedy) : failure("connect", message, remedy);
}

void Wire::wait(short events) {
  const Clock::time_point now = Clock::now();
  const bool impatient = longest_silence_ < deadline_ - now;
  const bool ready =
      poll_until(descriptor_, events, impatient ? now + longest_silence_ : deadline_);
  check_interrupted();
  if (!ready && impatient) {
    Value details;
    details.set("reason", "silence");
    throw Error("TIMEOUT", peer_ + " fell silent in the middle of its answer",
                "try again, or raise the option read_timeout (seconds)", std::move(details));
  }
  if (!ready)
    throw Error("TIMEOUT", peer_ + " did not answer within the time limit",
                "raise the option timeout (seconds)");
}

std::size_t Wire::receive(char* bytes, std::size_t size) {
  for (;;) {
    const ssize_t count = recv(descriptor_, bytes, size, 0);
    if (count > 0) return static_cast<std::size_t>(count);
    if (count == 0) {
      check_interrupted();
      return 0;
    }
    if (errno == EAGAIN || errno == EWOULDBLOCK)
      wait(POLLIN);
    else if (errno != EINTR)
      throw failure("closed", "the connection to " + peer_ + " broke: " + std::strerror(errno),
                    "try again");
  }
}

std::size_t Wire::send(const char* bytes, std::size_t size) {
  for (;;) {
    const ssize_t count = ::send(descriptor_, bytes, size, MSG_NOSIGNAL);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno == EAGAIN || errno == EWOULDBLOCK)
      wait(POLLOUT);
    else if (errno != EINTR)
      throw failure("closed", "the connection to " + peer_ + " broke: " + std::strerror(errno),
                    "try again");
  }
}

}  // namespace runtime::http

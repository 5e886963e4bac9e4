#include "runtime/core/io/listener.hpp"

#include <sys/socket.h>
#include <unistd.h>
#include <uv.h>

#include <cerrno>
#include <cstring>

#include "runtime/core/async/condition.hpp"

namespace runtime {

namespace {

// Returns whether the error concerns only the connection being accepted, because the client or its
// network has already failed (accept(2) passes on such errors): the next connection may be fine.
bool concerns_one_client(int code) {
  switch (code) {
    case EINTR:
    case ECONNABORTED:
    case EPROTO:
    case EPERM:
    case ENETDOWN:
    case ENETUNREACH:
    case EHOSTDOWN:
    case EHOSTUNREACH:
    case ENONET:
    case ENOPROTOOPT:
      return true;
    default:
      return false;
  }
}

}  // namespace

// Outlives the listener until libuv has closed the handle. The loop polls the socket only while a
// caller waits, because a pending connection would keep the loop busy.
struct Listener::Box {
  uv_poll_t poll;
  int descriptor = -1;
  Condition ready;

  void watch() {
    uv_poll_start(&poll, UV_READABLE, [](uv_poll_t* handle, int, int) {
      uv_poll_stop(handle);
      static_cast<Box*>(handle->data)->ready.notify_all();
    });
  }
};

Listener::Listener(Loop& loop, int descriptor) : box_(new Box) {
  box_->descriptor = descriptor;
  uv_poll_init(loop.handle(), &box_->poll, descriptor);
  box_->poll.data = box_;
}

Listener::~Listener() {
  uv_poll_stop(&box_->poll);
  uv_close(reinterpret_cast<uv_handle_t*>(&box_->poll),
           [](uv_handle_t* handle) { delete static_cast<Box*>(handle->data); });
  ::close(box_->descriptor);
}

Task<int> Listener::accept() {
  co_await yield();
  for (;;) {
    const int descriptor =
        accept4(box_->descriptor, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (descriptor >= 0) co_return descriptor;
    if (concerns_one_client(errno)) continue;
    if (errno != EAGAIN && errno != EWOULDBLOCK)
      throw Error("FILE_IO_ERROR",
                  std::string("cannot accept a connection: ") + std::strerror(errno));
    box_->watch();
    co_await box_->ready.wait();
  }
}

}  // namespace runtime

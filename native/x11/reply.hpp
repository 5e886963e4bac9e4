#pragma once

#include <xcb/xcb.h>

#include <cstdlib>
#include <memory>
#include <type_traits>
#include <utility>

namespace native::x11 {

struct FreeReply {
  void operator()(void* memory) const { std::free(memory); }
};
template <class T>
using Owned = std::unique_ptr<T, FreeReply>;

// Thrown when the connection died under a request; run() of the connection turns it into a coded
// error.
struct ConnectionLost {};

// A question on its way to the server: made by Ask, answered by wait(). One that is dropped
// unanswered tells xcb to throw the answer away, so that leaving early leaks nothing.
template <auto Function>
class Ask {
 public:
  using Value = std::remove_pointer_t<decltype(Function(nullptr, {}, nullptr))>;

  template <class Cookie>
  Ask(xcb_connection_t* connection, Cookie cookie)
      : connection_(connection), sequence_(cookie.sequence) {}
  Ask(Ask&& other) noexcept
      : connection_(other.connection_), sequence_(std::exchange(other.sequence_, 0)) {}
  Ask& operator=(Ask&& other) noexcept {
    std::swap(connection_, other.connection_);
    std::swap(sequence_, other.sequence_);
    return *this;
  }
  ~Ask() {
    if (sequence_ != 0) xcb_discard_reply(connection_, sequence_);
  }

  // Null when the server answered with an X error, whose number error() then tells.
  Owned<Value> wait() {
    xcb_generic_error_t* error = nullptr;
    Owned<Value> value(Function(connection_, {std::exchange(sequence_, 0)}, &error));
    const Owned<xcb_generic_error_t> owner(error);
    if (error != nullptr) error_ = error->error_code;
    if (!value && error == nullptr) throw ConnectionLost{};
    return value;
  }

  int error() const { return error_; }

 private:
  xcb_connection_t* connection_;
  unsigned int sequence_;
  int error_ = 0;
};

// Waits until the server has done a checked request; 0, or the number of the X error.
inline int check(xcb_connection_t* connection, xcb_void_cookie_t cookie) {
  const Owned<xcb_generic_error_t> error(xcb_request_check(connection, cookie));
  if (xcb_connection_has_error(connection) != 0) throw ConnectionLost{};
  return error ? error->error_code : 0;
}

}  // namespace native::x11

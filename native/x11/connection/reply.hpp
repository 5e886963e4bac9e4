#pragma once

#include <xcb/xcb.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <span>
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

// Thrown when a reply says of itself that it holds more than it does. No display server does that
// by mistake, and nothing else that it says is to be believed: it counts as lost.
struct BadReply : ConnectionLost {};

// How many bytes of a reply came over the wire: xcb reads so many, whatever its fields say.
template <class Reply>
std::size_t reply_size(const Reply& reply) {
  constexpr std::size_t kHead = 32;
  return kHead + std::size_t{4} * reply.length;
}

// `count` items of a reply's variable part that begin at `first`; BadReply unless the reply holds
// them all.
template <class Item, class Reply>
std::span<const Item> items(const Reply& reply, const void* first, std::size_t count) {
  const auto* begin = reinterpret_cast<const std::byte*>(&reply);
  const auto* place = static_cast<const std::byte*>(first);
  const std::less<const std::byte*> before;
  const std::size_t size = reply_size(reply);
  if (before(place, begin) || before(begin + size, place)) throw BadReply{};
  const auto left = static_cast<std::size_t>(begin + size - place);
  if (count > left / sizeof(Item)) throw BadReply{};
  return {static_cast<const Item*>(first), count};
}

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

  // Null when the server answered with an X error, whose number error() then tells. BadReply when
  // the answer is shorter than its kind; what follows the fixed part is read with items().
  Owned<Value> wait() {
    xcb_generic_error_t* error = nullptr;
    Owned<Value> value(Function(connection_, {std::exchange(sequence_, 0)}, &error));
    const Owned<xcb_generic_error_t> owner(error);
    if (error != nullptr) error_ = error->error_code;
    if (!value && error == nullptr) throw ConnectionLost{};
    if (value && reply_size(*value) < sizeof(Value)) throw BadReply{};
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

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

// Thrown when the connection broke during a request; run() of the connection converts it to an
// error with a code.
struct ConnectionLost {};

// Thrown when a reply claims to be longer than it is. No display server does that by mistake, and
// its other data cannot be trusted either, so the connection counts as lost.
struct BadReply : ConnectionLost {};

// Returns the size of a reply in bytes, as received: xcb reads that many, whatever its fields say.
template <class Reply>
std::size_t reply_size(const Reply& reply) {
  constexpr std::size_t kHead = 32;
  return kHead + std::size_t{4} * reply.length;
}

// Returns `count` items of a reply's variable part, starting at `first`. BadReply unless the reply
// contains all of them.
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

// A request whose reply is pending: sent by Ask, answered by wait(). When it is destroyed without
// wait(), xcb discards the reply, so that leaving early leaks nothing.
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

  // Waits for the reply. Returns null when the server answered with an X error; error() then
  // returns its number. BadReply when the reply is shorter than its type; read what follows the
  // fixed part with items().
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

// Waits until the server has processed a checked request. Returns 0, or the number of the X error.
inline int check(xcb_connection_t* connection, xcb_void_cookie_t cookie) {
  const Owned<xcb_generic_error_t> error(xcb_request_check(connection, cookie));
  if (xcb_connection_has_error(connection) != 0) throw ConnectionLost{};
  return error ? error->error_code : 0;
}

}  // namespace native::x11

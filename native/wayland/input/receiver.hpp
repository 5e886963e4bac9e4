#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <optional>

#include "native/desktop/records.hpp"
#include "native/linux/unread_messages.hpp"
#include "native/wayland/connection.hpp"

namespace native::wayland {

// The program that keys are for. A compositor ends the connection of one that does not read what it
// sends (libwayland: "data too big for buffer"), so keys must wait for it.
class Receiver {
 public:
  // `window`: the one that gets the keys. Where its process is not known, or the kernel does not
  // tell, the program counts as one that has read all.
  Receiver(const Window& window, const Connection& connection);

  std::uint64_t window() const { return window_; }
  // Returns whether it has read all that it was sent.
  bool has_read_all();
  // Waits until no more than `bytes` are unread; calls `check` meanwhile. Returns false for one
  // that is stopped, or that reads nothing for two seconds.
  bool reads_down_to(std::uint32_t bytes, const std::function<void()>& check);
  // The same. Throws "EFFECT_NOT_SEEN" instead; `typed`: how many characters were sent.
  void wait(std::uint32_t bytes, std::int64_t typed, const std::function<void()>& check);
  // Returns how much was unread when this object was made, which may stay so: some programs have a
  // second connection that they do not look at.
  std::uint32_t at_first() const { return at_first_; }
  bool is_stopped() const;
  [[noreturn]] void throw_not_taken(std::int64_t typed) const;

 private:
  const std::uint64_t window_;
  const pid_t pid_;
  std::optional<UnreadMessages> unread_;
  const std::uint32_t at_first_;
};

}  // namespace native::wayland

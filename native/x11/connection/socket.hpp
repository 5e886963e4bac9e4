#pragma once

#include <sys/types.h>

#include <optional>

#include "native/desktop/records.hpp"
#include "native/x11/connection/display_name.hpp"

namespace native::x11 {

// A descriptor that closes itself.
class Socket {
 public:
  Socket() = default;
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept : descriptor_(other.release()) {}
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  int get() const { return descriptor_; }
  int release();

 private:
  int descriptor_ = -1;
};

// Connects to a display server: abstract socket, then socket file, for this machine; TCP for
// another host. Of the first two, the one whose server `user` may trust; a stranger's when there is
// no other. "DISPLAY_UNAVAILABLE" when nobody listens, "TIMEOUT" when the server's queue stays full
// past the deadline. The descriptor is non-blocking.
Socket connect_socket(const DisplayName& display, uid_t user, Deadline deadline);

// The user whose program serves the other end, when `user` has no reason to trust it with a cookie;
// none otherwise. Any user may take an abstract name that is free.
std::optional<uid_t> stranger_at(const Socket& socket, uid_t user);

// Milliseconds left, rounded up, never negative: what poll() wants.
int milliseconds_left(Deadline deadline);

}  // namespace native::x11

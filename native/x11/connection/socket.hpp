#pragma once

#include <sys/types.h>

#include <optional>

#include "native/desktop/records.hpp"
#include "native/x11/connection/display_name.hpp"

namespace native::x11 {

// Closes its descriptor when destroyed.
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

// Connects to a display server: by abstract socket or socket file on this machine, by TCP to
// another host. Prefers the socket whose server `user` may trust; connects to an untrusted one only
// when there is no other. "DISPLAY_UNAVAILABLE" when there is no listener, "TIMEOUT" when the
// server's queue stays full past the deadline. The descriptor is non-blocking.
Socket connect_socket(const DisplayName& display, uid_t user, Deadline deadline);

// Returns the user who runs the server, if `user` should not send it a cookie; else none. Needed
// because any user may take an abstract name that is free.
std::optional<uid_t> stranger_at(const Socket& socket, uid_t user);

// Returns the milliseconds left for poll(): rounded up, never negative.
int milliseconds_left(Deadline deadline);

}  // namespace native::x11

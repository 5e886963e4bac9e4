#pragma once

#include "native/desktop/records.hpp"
#include "native/x11/display_name.hpp"

namespace native::x11 {

// A descriptor that closes itself.
class Socket {
 public:
  explicit Socket(int descriptor = -1) : descriptor_(descriptor) {}
  Socket(Socket&& other) noexcept : descriptor_(other.release()) {}
  Socket& operator=(Socket&& other) noexcept;
  ~Socket();

  int get() const { return descriptor_; }
  int release();

 private:
  int descriptor_;
};

// Connects to a display server: abstract socket, then socket file, for this machine; TCP for
// another host. "DISPLAY_UNAVAILABLE" when nobody listens, "TIMEOUT" when the server's queue stays
// full past the deadline. The descriptor is non-blocking.
Socket connect_socket(const DisplayName& display, Deadline deadline);

// Milliseconds left, rounded up, never negative: what poll() wants.
int milliseconds_left(Deadline deadline);

}  // namespace native::x11

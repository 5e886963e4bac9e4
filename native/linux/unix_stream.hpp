#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

#include "native/desktop/records.hpp"

namespace native {

// The other end has closed a stream, or sent more than may be kept.
struct StreamLost {};
// The other end has not answered by the deadline.
struct StreamLate {};

// One connection to the socket of another program. Nothing blocks beyond its deadline.
class UnixStream {
 public:
  // Returns nothing when the socket cannot be reached, or is one of a user who is not trusted.
  // Waits while it has no room. Throws StreamLate.
  static std::unique_ptr<UnixStream> open(const std::string& path, uid_t user, Deadline deadline);
  ~UnixStream();
  UnixStream(const UnixStream&) = delete;
  UnixStream& operator=(const UnixStream&) = delete;

  int descriptor() const { return socket_; }
  void send(const std::string& bytes, Deadline deadline);
  // Receives until `received()` holds this many bytes; false at the deadline.
  bool fill(std::size_t size, Deadline deadline);
  // Returns everything until the other end closes it, up to `most` bytes. Throws both.
  std::string rest(std::size_t most, Deadline deadline);
  // Holds what has arrived; its reader erases what it has taken.
  std::string& received() { return received_; }

 private:
  enum class Step { kMore, kEnd, kNothing };

  explicit UnixStream(int socket) : socket_(socket) {}
  bool wait_for(short events, Deadline deadline) const;
  Step receive(Deadline deadline);

  int socket_;
  std::string received_;
};

}  // namespace native

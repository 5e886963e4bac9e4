#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "native/desktop/records.hpp"
#include "native/linux/unix_stream.hpp"

// The socket by which sway (and what descends from it) is asked and told, see sway-ipc(7).
namespace native::sway {

enum class Request : std::uint32_t { kCommand = 0, kSubscribe = 2, kTree = 4 };

// A message from sway. Events have the highest bit of `kind` set.
struct Message {
  std::uint32_t kind = 0;
  std::string json;
};

// sway has closed the socket, or answered with what is no message.
using IpcLost = StreamLost;
// sway has not answered by the deadline.
using IpcLate = StreamLate;

// One connection. Nothing blocks beyond its deadline.
class Ipc {
 public:
  // Returns nothing when the socket cannot be reached. Throws IpcLate.
  static std::unique_ptr<Ipc> open(const std::string& socket, uid_t user, Deadline deadline);

  int descriptor() const { return stream_->descriptor(); }
  // Returns the answer. Events that come before it are dropped.
  std::string ask(Request request, const std::string& payload, Deadline deadline);
  // Returns the next message; nothing at the deadline.
  std::optional<Message> next(Deadline deadline);

 private:
  explicit Ipc(std::unique_ptr<UnixStream> stream) : stream_(std::move(stream)) {}

  std::unique_ptr<UnixStream> stream_;
};

}  // namespace native::sway

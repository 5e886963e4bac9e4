#pragma once

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "native/desktop/records.hpp"

// The socket by which sway (and what descends from it) is asked and told, see sway-ipc(7).
namespace native::sway {

enum class Request : std::uint32_t { kCommand = 0, kSubscribe = 2, kTree = 4 };

// A message from sway. Events have the highest bit of `kind` set.
struct Message {
  std::uint32_t kind = 0;
  std::string json;
};

// sway has closed the socket, or answered with what is no message.
struct IpcLost {};
// sway has not answered by the deadline.
struct IpcLate {};

// One connection. Nothing blocks beyond its deadline.
class Ipc {
 public:
  // Returns nothing when the socket cannot be reached. Throws IpcLate.
  static std::unique_ptr<Ipc> open(const std::string& socket, uid_t user, Deadline deadline);
  ~Ipc();
  Ipc(const Ipc&) = delete;
  Ipc& operator=(const Ipc&) = delete;

  int descriptor() const { return socket_; }
  // Returns the answer. Events that come before it are dropped.
  std::string ask(Request request, const std::string& payload, Deadline deadline);
  // Returns the next message; nothing at the deadline.
  std::optional<Message> next(Deadline deadline);

 private:
  explicit Ipc(int socket) : socket_(socket) {}
  bool wait_for(short events, Deadline deadline) const;
  void send(const std::string& bytes, Deadline deadline);
  bool fill(std::size_t size, Deadline deadline);

  int socket_;
  std::string received_;
};

}  // namespace native::sway

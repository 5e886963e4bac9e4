#pragma once

#include <sys/types.h>
#include <wayland-client.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "native/desktop/records.hpp"

namespace native::wayland {

class SpareBuffer;

// The compositor has closed the connection, or broken the protocol.
struct ConnectionLost {};
// The compositor has not answered by the deadline.
struct ConnectionLate {};

// One global of the compositor (wl_registry.global).
struct Global {
  std::uint32_t name = 0;
  std::string interface;
  std::uint32_t version = 0;
};

// A connection to a compositor. Nothing blocks beyond its deadline: the socket is read only once
// poll(2) says that something has arrived.
class Connection {
 public:
  // Throws "DISPLAY_UNAVAILABLE", also for a compositor of another user, and ConnectionLate.
  static std::unique_ptr<Connection> open(const std::string& socket, uid_t user, Deadline deadline);
  // Opens another one to the same compositor. Objects that the compositor makes by itself (such as
  // toplevels) must not be destroyed while others are on their way, or libwayland ends the
  // connection: they get one of their own, which goes with them.
  std::unique_ptr<Connection> another(Deadline deadline) const {
    return open(socket_, user_, deadline);
  }
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  wl_display* display() const { return display_; }
  pid_t compositor() const { return compositor_; }
  const std::vector<Global>& globals() const { return globals_; }
  bool offers(const wl_interface& interface) const;
  // Binds the first global of this kind, at `version` at most; null where there is none.
  template <class Object>
  Object* bind(const wl_interface& interface, std::uint32_t version) {
    for (const Global& each : globals_)
      if (each.interface == interface.name)
        return static_cast<Object*>(bind_global(each, interface, version));
    return nullptr;
  }
  void* bind_global(const Global& global, const wl_interface& interface, std::uint32_t version);

  // Memory for the next picture.
  SpareBuffer& spare_buffer() { return *spare_buffer_; }

  // Handles what arrives until `done` returns true.
  void wait(Deadline deadline, const std::function<bool()>& done);
  // Handles what has arrived, without waiting; returns whether anything had.
  bool take_in();
  // Waits until the compositor has handled all that was sent before.
  void round_trip(Deadline deadline);

 private:
  Connection(wl_display* display, pid_t compositor, std::string socket, uid_t user);
  void read_globals(Deadline deadline);
  // Handles what has arrived, after waiting for it; returns false at the deadline.
  bool step(Deadline deadline);
  bool flush(Deadline deadline);
  bool poll_for(short events, Deadline deadline);

  wl_display* display_;
  pid_t compositor_;
  const std::string socket_;
  const uid_t user_;
  wl_registry* registry_ = nullptr;
  std::vector<Global> globals_;
  std::unique_ptr<SpareBuffer> spare_buffer_;
};

}  // namespace native::wayland

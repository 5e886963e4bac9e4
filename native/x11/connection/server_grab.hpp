#pragma once

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// While it lives, no other program's request is served: what is asked meanwhile shows one moment.
// Keep it short: the user's desktop stands still. It ends with the connection at the latest, hence
// at the deadline.
class ServerGrab {
 public:
  explicit ServerGrab(Connection& connection) : connection_(connection) {
    xcb_grab_server(connection_.raw());
  }
  ~ServerGrab() {
    xcb_ungrab_server(connection_.raw());
    xcb_flush(connection_.raw());
  }
  ServerGrab(const ServerGrab&) = delete;
  ServerGrab& operator=(const ServerGrab&) = delete;

 private:
  Connection& connection_;
};

}  // namespace native::x11

#pragma once

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// While it lives, the server serves no other client, so that all replies show the same moment. Keep
// it short: the user's desktop freezes. It ends with the connection at the latest, and so at the
// deadline.
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

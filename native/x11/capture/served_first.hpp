#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <optional>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Makes the server process what a window's application has sent before anything that we send (SYNC,
// SetPriority), as long as this object lives. A server with much to do may otherwise answer us
// several times before it comes to an application, which it blames for time that it spent waiting
// for the processor. Does nothing for a window that is gone, and on a server without SYNC.
class ServedFirst {
 public:
  // Makes one round trip.
  ServedFirst(Connection& connection, xcb_window_t window);
  ~ServedFirst();
  ServedFirst(const ServedFirst&) = delete;
  ServedFirst& operator=(const ServedFirst&) = delete;

 private:
  Connection& connection_;
  xcb_window_t window_;
  std::optional<std::int32_t> before_;  // the application's own priority, if it was changed
};

}  // namespace native::x11

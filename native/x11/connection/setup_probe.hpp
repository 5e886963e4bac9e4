#pragma once

#include <xcb/xcb.h>
#include <string>

#include "native/desktop/records.hpp"
#include "native/x11/connection/authenticate.hpp"
#include "native/x11/connection/socket.hpp"

namespace native::x11 {

// A display server's answer to a connection setup (X11 protocol, chapter 8).
struct SetupProbe {
  bool accepted = false;
  std::string refusal;  // the server's reason when it refused, made printable
};

// Sends one connection setup on a new socket and reads only whether the server accepts it, because
// xcb does not distinguish a refused connection from a broken one. "TIMEOUT" when the server
// accepted the connection but does not answer; "DISPLAY_UNAVAILABLE" when it hangs up.
SetupProbe probe_setup(const Socket& socket, const DisplayName& display,
                       const Credential& credential, Deadline deadline);

// Returns whether the server's connection setup (X11 protocol, chapter 8) has as many formats,
// screens, depths and visuals as it claims, and only pixel formats of the protocol, because xcb
// iterates over them without checks.
bool is_sound(const xcb_setup_t& setup);

}  // namespace native::x11

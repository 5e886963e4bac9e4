#pragma once

#include <xcb/xcb.h>
#include <string>

#include "native/desktop/records.hpp"
#include "native/x11/connection/authenticate.hpp"
#include "native/x11/connection/socket.hpp"

namespace native::x11 {

// How a display server answered a connection setup (X11 protocol, chapter 8).
struct SetupProbe {
  bool accepted = false;
  std::string refusal;  // the server's words when it refused, made printable
};

// Sends one connection setup on a fresh socket and reads the server's verdict, nothing more. xcb
// itself cannot tell a refused connection from a dead one. "TIMEOUT" when the server accepted the
// connection but says nothing; "DISPLAY_UNAVAILABLE" when it hangs up.
SetupProbe probe_setup(const Socket& socket, const DisplayName& display,
                       const Credential& credential, Deadline deadline);

// Whether the server's connection setup (X11 protocol, chapter 8) holds as many formats, screens,
// depths and visuals as it says, with pixel formats that the protocol knows: xcb walks through it
// without looking.
bool is_sound(const xcb_setup_t& setup);

}  // namespace native::x11

#pragma once

#include "native/linux/desktop_session.hpp"
#include "native/x11/connection/credentials.hpp"
#include "native/x11/connection/socket.hpp"

namespace native::x11 {

// A display server's leave to connect.
struct Authentication {
  Credential credential;  // the one it took
  Socket probe;           // the connection that asked
};

// Tries the cookies of the session's authority file, then none, then those of other files of this
// user; only without a cookie where a stranger serves the display. "DISPLAY_UNAVAILABLE" with
// reason "refused" when none is taken.
Authentication authenticate(const SessionRoots& roots, const DesktopSession& session,
                            const DisplayName& name, Deadline deadline);

}  // namespace native::x11

#pragma once

#include <string>
#include <vector>

#include "native/linux/desktop_session.hpp"
#include "native/x11/connection/display_name.hpp"
#include "native/x11/connection/socket.hpp"

namespace native::x11 {

// A proof that this user may use a display; both empty means "none offered".
struct Credential {
  std::string protocol;  // "MIT-MAGIC-COOKIE-1"
  std::string data;
};

// The cookies in one X authority file that may fit a display, best first: this host's, any host's,
// then those of another host name with the same display number (a machine that was renamed). At
// most four. An unreadable, huge or special file gives none.
std::vector<Credential> read_credentials(const std::string& file, const DisplayName& display);

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

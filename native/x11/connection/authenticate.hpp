#pragma once

#include <string>
#include <vector>

#include "native/linux/desktop_session.hpp"
#include "native/x11/connection/display_name.hpp"
#include "native/x11/connection/socket.hpp"

namespace native::x11 {

// The name and data of an authorization protocol; both empty means that none is offered.
struct Credential {
  std::string protocol;  // "MIT-MAGIC-COOKIE-1"
  std::string data;
};

// Returns the cookies in an X authority file that may fit a display, best first: this host's, any
// host's, then those of another host name with the same display number (a machine that was
// renamed). At most four. An unreadable, huge or special file gives none.
std::vector<Credential> read_credentials(const std::string& file, const DisplayName& display);

// The permission of a display server to connect.
struct Authentication {
  Credential credential;  // the one that it accepted
  Socket probe;           // the connection on which it was accepted
};

// Tries the cookies of the session's authority file, then none, then those of the user's other
// files. Sends no cookie to a server of an untrusted user. "DISPLAY_UNAVAILABLE" with reason
// "refused" when no attempt is accepted.
Authentication authenticate(const SessionRoots& roots, const DesktopSession& session,
                            const DisplayName& name, Deadline deadline);

}  // namespace native::x11

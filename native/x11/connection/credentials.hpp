#pragma once

#include <string>
#include <vector>

#include "native/x11/connection/display_name.hpp"

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

}  // namespace native::x11

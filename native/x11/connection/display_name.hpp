#pragma once

#include <string>

namespace native::x11 {

// A DISPLAY value taken apart, as X(7) describes it.
struct DisplayName {
  std::string text;  // as given
  std::string host;  // "" for this machine; an absolute path when the value names a socket
  int number = 0;
  int screen = 0;

  bool local() const { return host.empty() || host == "unix" || host.front() == '/'; }
};

// "DISPLAY_UNAVAILABLE" when the value is malformed.
DisplayName parse_display_name(const std::string& text);

}  // namespace native::x11

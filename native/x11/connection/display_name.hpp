#pragma once

#include <string>

namespace native::x11 {

// The parts of a DISPLAY value, as in X(7).
struct DisplayName {
  std::string text;  // as given
  std::string host;  // "" for this machine; an absolute path when the value is a socket's path
  int number = 0;
  int screen = 0;

  bool local() const { return host.empty() || host == "unix" || host.front() == '/'; }
};

// Throws "DISPLAY_UNAVAILABLE" when the value is malformed.
DisplayName parse_display_name(const std::string& text);

}  // namespace native::x11

#include "native/x11/connection/display_name.hpp"

#include <xcb/xcb.h>

#include <cstdlib>

#include "native/desktop/error.hpp"

namespace native::x11 {

DisplayName parse_display_name(const std::string& text) {
  DisplayName result;
  char* host = nullptr;
  if (text.empty() || text.size() > 4096 ||
      !xcb_parse_display(text.c_str(), &host, &result.number, &result.screen)) {
    throw Error("DISPLAY_UNAVAILABLE", "DISPLAY is \"" + text + "\", which is not a display name",
                "Use the form :0, host:0 or :0.0.", {{"reason", "malformed"}, {"display", text}});
  }
  result.text = text;
  result.host = host;
  std::free(host);
  if (result.number < 0 || result.number > 65535) {
    throw Error("DISPLAY_UNAVAILABLE", "display number of \"" + text + "\" is out of range",
                "Use the form :0, host:0 or :0.0.", {{"reason", "malformed"}, {"display", text}});
  }
  return result;
}

}  // namespace native::x11

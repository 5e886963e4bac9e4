#include "native/x11/connection/errors.hpp"

namespace native::x11 {

Error no_display_error(const DesktopSession& session) {
  if (!session.wayland_display.empty()) {
    return Error(
        "UNSUPPORTED",
        "Wayland session (" + session.wayland_display + ") has no X display, and X11 was asked for",
        "Leave PEEKABOO_DESKTOP and PEEKABOO_ALLOW_XWAYLAND out, log in to an X11 session, or run "
        "with --virtual 1280x800 for a private display.",
        {{"reason", "wayland"}});
  }
  return Error(
      "DISPLAY_UNAVAILABLE", "no display found: " + session.why,
      "Set DISPLAY, start a desktop session, or run with --virtual 1280x800 for a private display.",
      {{"reason", "not found"}});
}

Error late_error(const std::string& display) {
  return Error("TIMEOUT", "display " + display + " does not answer",
               "Try again, or allow more time; the display server may be stopped or overloaded.",
               {{"reason", "no answer"}, {"display", display}});
}

Error lost_error(const std::string& display) {
  return Error("DISPLAY_UNAVAILABLE",
               "connection to display " + display + " was lost during the operation",
               "Try again once the display server runs; the next call reconnects.",
               {{"reason", "lost"}, {"display", display}});
}

Error bad_reply_error(const std::string& display) {
  return Error("DISPLAY_UNAVAILABLE",
               "display " + display + " breaks the X11 protocol: a reply is shorter than it claims",
               "Restart the display server, or the program that relays it (ssh, VNC).",
               {{"reason", "protocol"}, {"display", display}});
}

Error xwayland_error(const Connection& connection) {
  return Error(
      "UNSUPPORTED",
      "display " + connection.name().text +
          " belongs to Xwayland, where the windows of Wayland programs would be black",
      "Log in to an X11 session, or set PEEKABOO_ALLOW_XWAYLAND=1 to capture X programs only.",
      {{"reason", "wayland"}, {"display", connection.name().text}});
}

}  // namespace native::x11

#pragma once

#include <string>

#include "native/desktop/error.hpp"
#include "native/linux/desktop_session.hpp"
#include "native/x11/connection/connection.hpp"

// Errors that concern a display as a whole.
namespace native::x11 {

Error no_display_error(
    const DesktopSession& session);            // "DISPLAY_UNAVAILABLE", or "UNSUPPORTED" on Wayland
Error late_error(const std::string& display);  // "TIMEOUT"
Error lost_error(const std::string& display);  // "DISPLAY_UNAVAILABLE"
// "DISPLAY_UNAVAILABLE": its replies are shorter than they claim.
Error bad_reply_error(const std::string& display);
Error xwayland_error(const Connection& connection);  // "UNSUPPORTED"

}  // namespace native::x11

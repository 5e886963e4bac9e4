#pragma once

#include <sys/types.h>

#include <string>

#include "native/linux/desktop_session.hpp"

// Finds Wayland compositors by their sockets. Nothing here connects to an X display: a compositor
// may start Xwayland for a client that does.
namespace native {

// Returns the name of a compositor's socket in the user's runtime folder; "" when there is none.
std::string owned_wayland_socket(const SessionRoots& roots);

// Returns the socket of the compositor whose X programs use a display, such as ":0"; "" when the
// display is a server of its own.
std::string compositor_of_display(const SessionRoots& roots, const std::string& display);

// Returns whether a compositor, or an Xwayland beside it, listens for a display.
bool serves_display(const SessionRoots& roots, pid_t compositor, const std::string& display);

// Returns the path of the socket of a session's compositor. "DISPLAY_UNAVAILABLE" when it has none.
std::string wayland_socket(const SessionRoots& roots, const DesktopSession& session);

}  // namespace native

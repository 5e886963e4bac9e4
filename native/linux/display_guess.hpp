#pragma once

#include <string>
#include <vector>

#include "native/linux/desktop_session.hpp"
#include "native/linux/display_server.hpp"

namespace native {

// A running display that may be the user's, with the evidence for it.
struct DisplayCandidate {
  std::string display;
  std::string xauthority;       // "" when not known
  std::string wayland_display;  // from the same process
  std::string gdk_scale;
  std::string evidence;  // "named by the environment of …"
  DisplayServer server = DisplayServer::kSession;
  bool named_by_logind = false;
  bool on_seat = false;  // a process of a session on a seat names it
};

// Returns all displays that may be the user's, each once, the best first; never those of
// `--virtual`.
std::vector<DisplayCandidate> guess_displays(const SessionRoots& roots,
                                             const std::vector<SeatSession>& seats);

// Returns the number of a display of this machine (":3", "unix:3.0"), else -1.
int local_number(const std::string& display);

// Returns the server of a display of this machine, with pid 0 for a compositor's Xwayland, which
// is not connected to; none when no process that this user trusts serves it.
std::optional<SocketPeer> server_of(const SessionRoots& roots, const std::string& display);

}  // namespace native

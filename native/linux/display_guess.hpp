#pragma once

#include <string>
#include <vector>

#include "native/linux/desktop_session.hpp"
#include "native/linux/display_server.hpp"

namespace native {

// A living display that may be the user's, and what speaks for it.
struct DisplayCandidate {
  std::string display;
  std::string xauthority;       // "" when not known
  std::string wayland_display;  // of the same process
  std::string gdk_scale;
  std::string evidence;  // "named by the environment of …"
  DisplayServer server = DisplayServer::kSession;
  bool named_by_logind = false;
  bool on_seat = false;  // a process of a session on a seat names it
};

// All displays that this user may mean, each once, the best first; none of `--virtual`.
std::vector<DisplayCandidate> guess_displays(const SessionRoots& roots,
                                             const std::vector<SeatSession>& seats);

// The number of a display of this machine (":3", "unix:3.0"), else -1.
int local_number(const std::string& display);

// Who serves a display of this machine; none when nobody does whom this user trusts.
std::optional<SocketPeer> server_of(const SessionRoots& roots, const std::string& display);

}  // namespace native

#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace native {

// A session of a user at this machine's screen and keyboard, as logind knows it.
struct SeatSession {
  std::string id;       // also XDG_SESSION_ID of its processes
  std::string seat;     // "seat0"
  std::string display;  // "" when logind does not know it, as for Wayland and startx
  bool wayland = false;
};

// Returns the sessions of `user` on a seat, the active one first; none without logind (or elogind).
// Loads its library at the first call.
std::vector<SeatSession> find_seat_sessions(uid_t user);

}  // namespace native

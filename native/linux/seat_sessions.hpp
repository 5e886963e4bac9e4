#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace native {

// One session of a person who sits at this machine, as logind knows it.
struct SeatSession {
  std::string id;       // also XDG_SESSION_ID of its processes
  std::string seat;     // "seat0"
  std::string display;  // "" when logind was not told, as for Wayland and startx
  bool wayland = false;
};

// The sessions of `user` on a seat, the active one first; none without logind (or elogind). Loads
// their library at the first call.
std::vector<SeatSession> find_seat_sessions(uid_t user);

}  // namespace native

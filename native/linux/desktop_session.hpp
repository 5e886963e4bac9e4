#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "native/linux/seat_sessions.hpp"
#include "native/linux/socket_peer.hpp"

// Finds the user's desktop session for a process that was started with a bare environment.
namespace native {

// Where the session is looked for. Tests put their own folders in.
struct SessionRoots {
  std::string proc = "/proc";
  std::string x11_sockets = "/tmp/.X11-unix";
  std::string run;  // this user's runtime folder, /run/user/UID
  uid_t uid = 0;
  pid_t pid = 0;  // whose ancestors are asked first
  std::function<std::optional<std::string>(const std::string& name)> environment;
  // Who listens on a socket file, if it is somebody whom this user trusts.
  std::function<std::optional<SocketPeer>(const std::string& path)> listener;
  // This user's sessions on a seat.
  std::function<std::vector<SeatSession>()> seat_sessions;

  // This process on this machine.
  static SessionRoots system();
};

// What was found; an empty string means "none".
struct DesktopSession {
  std::string display;          // for DISPLAY
  std::string xauthority;       // a file that may hold the cookie
  std::string wayland_display;  // set in a Wayland session, also when an X display exists beside it
  std::string gdk_scale;        // GDK_SCALE of this process, or of the one that named the display
  std::string why;              // one line: what was chosen and on what evidence
  std::vector<std::string> others;  // displays that a guess left aside
};

// Explicit variables win; else the environments of our ancestors, who are inside of what they name.
// Else it is a guess: the session on a seat comes first, then the displays that this user's newest
// processes name, then the sockets that the user owns; displays in memory come last, those of
// `--virtual` never. Reads files only, at most a few thousand small ones; throws nothing.
DesktopSession find_session(const SessionRoots& roots);

// Says which display was guessed when there were others; "" for any other choice.
std::string guess_note(const DesktopSession& session);

// Further files that may hold the cookie of a display, best first: asked for when a server refused.
std::vector<std::string> other_authorities(const SessionRoots& roots,
                                           const DesktopSession& session);

// The address of the user's D-Bus session bus; "" when there is none.
std::string find_session_bus(const SessionRoots& roots);

}  // namespace native

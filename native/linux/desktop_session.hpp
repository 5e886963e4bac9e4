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

// The places where the session is searched for. Tests supply folders of their own.
struct SessionRoots {
  std::string proc = "/proc";
  std::string x11_sockets = "/tmp/.X11-unix";
  std::string run;  // this user's runtime folder, /run/user/UID
  uid_t uid = 0;
  pid_t pid = 0;  // the process whose ancestors are asked first
  std::function<std::optional<std::string>(const std::string& name)> environment;
  // Returns the process that listens on a socket file, if this user trusts it.
  std::function<std::optional<SocketPeer>(const std::string& path)> listener;
  // Returns this user's sessions on a seat.
  std::function<std::vector<SeatSession>()> seat_sessions;

  // Returns the roots for this process on this machine.
  static SessionRoots system();
};

// Returns this user's runtime folder: by the environment, else by that of an ancestor, because MCP
// clients pass few variables on, else the usual one.
std::string runtime_folder(const SessionRoots& roots);

// The session that was found; an empty string means "none".
struct DesktopSession {
  std::string display;          // for DISPLAY
  std::string xauthority;       // a file that may hold the cookie
  std::string wayland_display;  // of the compositor, where the session has one
  bool wayland = false;         // the desktop is that compositor's; `display` is for X programs
  std::string gdk_scale;  // GDK_SCALE of this process, or of the process that named the display
  std::string why;        // one line: which display was chosen, and on what evidence
  std::vector<std::string> others;  // other displays that a guess did not choose
};

// Chooses by explicit variables (WAYLAND_DISPLAY before DISPLAY), else by the environments of our
// ancestors, which belong to the same session. Otherwise it guesses: first the session on a seat,
// then displays that this user's newest processes name, then sockets that the user owns; displays
// in memory come last, those of
// `--virtual` never. A display whose server belongs to a compositor means the compositor's desktop.
// PEEKABOO_DESKTOP ("x11", "wayland") decides for one of two. Only reads files, at most a few
// thousand small ones. Does not throw.
DesktopSession find_session(const SessionRoots& roots);

// Returns whether X programs of a Wayland session are worked on alone (PEEKABOO_ALLOW_XWAYLAND).
bool allows_xwayland(const SessionRoots& roots);

// Returns a note on which display was guessed when there were several; "" for any other choice.
std::string guess_note(const DesktopSession& session);

// Returns further files that may hold the cookie of a display, best first, for use after a refusal
// by the server.
std::vector<std::string> other_authorities(const SessionRoots& roots,
                                           const DesktopSession& session);

// Returns the address of the user's D-Bus session bus; "" when there is none.
std::string find_session_bus(const SessionRoots& roots);

}  // namespace native

#pragma once

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

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
  // Whether a server listens on a socket file.
  std::function<bool(const std::string& path)> listening;

  // This process on this machine.
  static SessionRoots system();
};

// What was found; an empty string means "none".
struct Session {
  std::string display;          // for DISPLAY
  std::string xauthority;       // a file that may hold the cookie
  std::string wayland_display;  // set in a Wayland session, also when an X display exists beside it
  std::string why;              // one line: what was chosen and on what evidence
};

// Explicit variables win; else the environments of our ancestors, then of the user's newest
// processes, then the sockets that the user owns. Reads files only, at most a few thousand small
// ones; throws nothing.
Session find_session(const SessionRoots& roots);

// Further files that may hold the cookie of a display, best first: asked for when a server refused.
std::vector<std::string> other_authorities(const SessionRoots& roots, const Session& session);

// The address of the user's D-Bus session bus; "" when there is none.
std::string find_session_bus(const SessionRoots& roots);

}  // namespace native

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "native/desktop/session_lock.hpp"

namespace native {

// The desktop that is captured.
struct CapturedDesktop {
  std::string display;   // such as ":0"; of a compositor, the display of its X programs, or ""
  bool wayland = false;  // a compositor's
};

// Where sessions are asked for. Tests supply buses of their own.
struct LockRoots {
  std::function<std::string()> system_bus;   // returns an address; "" when there is none
  std::function<std::string()> session_bus;  // the same
  std::function<CapturedDesktop()> desktop;
  unsigned user = 0;
  // Returns whether a person can see the X display: not on a server that draws in memory. Asks the
  // server, so never about a compositor's: that would start Xwayland.
  std::function<bool(const std::string& display)> is_shown;
  // Returns whether the X display is one of `--virtual`.
  std::function<bool(const std::string& display)> is_virtual;

  // Returns the roots for this process on this machine.
  static LockRoots system();
};

// Asks logind (LockedHint) and the desktop's screen saver (org.freedesktop.ScreenSaver) about the
// session that owns the display: the one that logind says has it, else one on a seat whose display
// logind does not know, if a person can see the display, as they can a compositor's. Where logind
// knows no session of the user, the screen saver is asked, but not about displays of `--virtual`.
// Answers come from a thread of its own, which is started at the first question.
std::unique_ptr<SessionLock> open_dbus_session_lock(LockRoots roots);

}  // namespace native

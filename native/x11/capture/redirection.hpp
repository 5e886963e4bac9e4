#pragma once

#include <cstdint>
#include <string>

#include "native/desktop/desktop.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/event_queue.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {

// Lets one thread at a time redirect a window, because of two simultaneous redirections neither
// could tell what the application has painted since its own began. The destructor unlocks.
class RedirectLock {
 public:
  // Waits until `until`; had() returns whether it has the lock.
  RedirectLock(const std::string& display, std::uint32_t window, Deadline until);
  ~RedirectLock();
  RedirectLock(const RedirectLock&) = delete;
  RedirectLock& operator=(const RedirectLock&) = delete;

  bool had() const { return had_; }

 private:
  std::string key_;
  bool had_;
};

// Our own redirection of one window to off-screen storage. Undone when this object is destroyed
// (and by the server when the connection ends). New storage has wrong pixels where the window was
// obscured; the constructor returns once the application has painted them, or the window has been
// resized (then lasts() returns false).
class Redirection {
 public:
  // "CAPTURE_FAILED" when the application did not repaint in time or redirection is not possible
  // here; "WINDOW_NOT_FOUND" when the window has gone.
  Redirection(Connection& connection, const CaptureTarget& target, Deadline deadline);

  // Returns the window as it was redirected. A window of another size has other storage.
  const Level& level() const { return level_; }
  // Returns whether the storage is still the one that the application has painted. Call under a
  // ServerGrab, after a round trip to the server.
  bool lasts();

 private:
  // Undoes the steps done so far, also when the constructor throws.
  struct Undo {
    Connection& connection;
    xcb_window_t window;
    std::uint32_t damage;
    ~Undo();
  };

  void redirect(const CaptureTarget& target);

  Deadline until_;  // when to give up waiting for other programs
  RedirectLock turn_;
  Undo undo_;
  EventSelection to_window_;
  Level level_;
  bool resized_ = false;
};

}  // namespace native::x11

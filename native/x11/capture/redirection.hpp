#pragma once

#include "native/desktop/desktop.hpp"
#include "native/x11/capture/redirect_lock.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/connection/event_queue.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {

// Our own redirection of one window into off-screen storage, undone when this object ends (and by
// the server when the connection does). Storage that is only just made holds wrong pixels where the
// window was hidden; the constructor returns once the application has painted them, or the window
// has another size (when it does not last()).
class Redirection {
 public:
  // "CAPTURE_FAILED" when the application did not repaint in time or redirection is not possible
  // here; "WINDOW_NOT_FOUND" when it went away.
  Redirection(Connection& connection, const CaptureTarget& target, Deadline deadline);

  // The window as it was redirected; with another size its storage is another, too.
  const Level& level() const { return level_; }
  // Under a ServerGrab, after a question to the server: the storage is still the one that the
  // application has painted.
  bool lasts();

 private:
  // Undoes what was done so far, also when the constructor throws.
  struct Undo {
    Connection& connection;
    xcb_window_t window;
    std::uint32_t damage;
    ~Undo();
  };

  void redirect(const CaptureTarget& target);

  Deadline until_;  // when to give up waiting for others
  RedirectLock turn_;
  Undo undo_;
  EventSelection to_window_;
  Level level_;
  bool resized_ = false;
};

}  // namespace native::x11

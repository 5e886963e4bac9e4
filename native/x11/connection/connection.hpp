#pragma once

#include <xcb/xcb.h>

#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/linux/desktop_session.hpp"
#include "native/x11/connection/atoms.hpp"
#include "native/x11/connection/display_name.hpp"
#include "native/x11/connection/event_masks.hpp"
#include "native/x11/connection/known_answers.hpp"
#include "native/x11/connection/reply.hpp"
#include "native/x11/connection/reply_watchdog.hpp"

namespace native::x11 {

class SharedStrip;

// The extensions of this server, in versions that we can use.
struct Extensions {
  bool randr = false;      // 1.5: monitors
  bool composite = false;  // 0.2: NameWindowPixmap
  bool damage = false;
  bool fixes = false;
  bool shape = false;
  bool resource = false;  // 1.2: process ids
  bool shm = false;       // 1.2: segments passed as descriptors
};

// One connection to a display server, with facts about it that never change. Used by one thread at
// a time, always under a Watch. Owned by X11Desktop, which replaces it when it is dead.
class Connection {
 public:
  // First checks whether the server is there and accepts us. Throws "DISPLAY_UNAVAILABLE" (reason:
  // not there, refused, hung up) or "TIMEOUT".
  static std::unique_ptr<Connection> open(const SessionRoots& roots, const DesktopSession& session,
                                          Deadline deadline);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  xcb_connection_t* raw() const { return connection_; }
  int descriptor() const { return xcb_get_file_descriptor(connection_); }
  const DisplayName& name() const { return name_; }
  const xcb_screen_t& screen() const { return *screen_; }
  xcb_window_t root() const { return screen_->root; }
  xcb_atom_t atom(Atom atom) const { return atoms_[atom]; }
  const Atoms& atoms() const { return atoms_; }
  const Extensions& extensions() const { return extensions_; }
  // Returns the first event number of the DAMAGE extension.
  int damage_event() const { return damage_event_; }
  // Returns whether this server shows only the X programs of a Wayland session.
  bool xwayland() const { return xwayland_; }
  // Returns GDK_SCALE of the session, 0 when it is not set.
  double gdk_scale() const { return gdk_scale_; }
  const std::shared_ptr<ReplyWatchdog>& watchdog() const { return watchdog_; }

  // Returns false once the server is gone. Sends nothing.
  bool alive() const;
  // Sends queued requests; throws ConnectionLost.
  void flush();
  // Returns the next event that an operation has selected and that has arrived; null when there is
  // none. Events are taken here alone, because known_answers() must see each of them.
  Owned<xcb_generic_event_t> poll_event();
  // The same of those that came before the last reply, without reading from the server.
  Owned<xcb_generic_event_t> queued_event();
  // Lets known_answers() see the events that came before the last reply.
  void note_events();
  // Discards events that are not awaited.
  void drop_events();
  EventMasks& event_masks() { return masks_; }
  KnownAnswers& known_answers() { return answers_; }
  // Ends the events that known answers need, because the server keeps those that are not read.
  void forget_answers();

  // Returns the shared memory for pixels, made at first use; null when this server or connection
  // cannot share memory.
  SharedStrip* shared_strip();
  // What the last capture of the screen saw of excluded windows, and when.
  struct Seen {
    std::vector<Rect> areas;
    bool any = false;  // one was on the screen, be it covered, or kept moving
    std::chrono::steady_clock::time_point when;
  };
  Seen excluded;

  // Returns why shared_strip() is null.
  const std::string& no_strip_reason() const { return no_strip_reason_; }

 private:
  Connection(DisplayName name, xcb_connection_t* connection,
             std::shared_ptr<ReplyWatchdog> watchdog);
  void learn(const DesktopSession& session);
  void learn_extensions();
  void take(Owned<xcb_generic_event_t> event);
  bool looks_like_xwayland(const DesktopSession& session, bool announced);

  DisplayName name_;
  std::shared_ptr<ReplyWatchdog> watchdog_;
  xcb_connection_t* connection_;
  xcb_screen_t* screen_ = nullptr;
  Atoms atoms_;
  Extensions extensions_;
  int damage_event_ = 0;
  bool local_ = false;
  bool xwayland_ = false;
  double gdk_scale_ = 0;
  std::string no_strip_reason_;
  std::unique_ptr<SharedStrip> strip_;
  EventMasks masks_{connection_};
  KnownAnswers answers_{connection_, masks_};
  std::deque<Owned<xcb_generic_event_t>> noted_;  // for operations, taken by note_events()
};

}  // namespace native::x11

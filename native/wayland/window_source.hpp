#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/desktop/window_control.hpp"
#include "native/linux/desktop_session.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/raw_picture.hpp"

namespace native::wayland {

// A window, and by what names it is known elsewhere.
struct KnownWindow {
  Window window;
  std::string identifier;  // in the compositor's list of toplevels; "" when there is none
  std::uint64_t xid = 0;   // of a program of the X display; else 0
  bool floating = false;
  bool filling = false;  // its screen: maximised or fullscreen
};

// Tells that the windows may have changed.
class WindowWatch {
 public:
  virtual ~WindowWatch() = default;
  // Returns what becomes readable then; -1: the connection to the compositor does.
  virtual int descriptor() const = 0;
  // Takes in what has arrived; returns whether anything has.
  virtual bool take_in() = 0;
};

// Who tells which windows there are, and changes them: sway, KWin or an extension of GNOME Shell,
// which know all of them and where they are, else the compositor's own list, which knows neither
// places nor processes.
class WindowSource {
 public:
  virtual ~WindowSource() = default;
  // The front-most first, where that is known.
  virtual std::vector<KnownWindow> windows(Deadline deadline) = 0;
  // The same without the names.
  std::vector<Window> plain(Deadline deadline);
  // Those that lists have: no menus, tooltips and notifications.
  std::vector<Window> listed(Deadline deadline);
  // Begins to watch for changes. May use the connection, and this object, as long as it lives.
  virtual std::unique_ptr<WindowWatch> watch(Deadline deadline) = 0;
  virtual bool knows_places() const = 0;
  virtual bool knows_processes() const { return true; }
  // Returns whether a watch also tells that a window has moved.
  virtual bool reports_moves() const { return false; }
  // Waits a moment until windows are painted at their places, and returns whether they still may
  // not be: an effect of the compositor moves them, or shows even those that do not show.
  virtual bool paints_elsewhere(Deadline /*deadline*/) { return false; }
  // Returns whether it tells which window has the focus. Such a source also changes states.
  virtual bool knows_focus() const = 0;
  virtual std::string description() const = 0;
  // Returns once the window has the focus.
  virtual void activate(std::uint64_t id, Deadline deadline) = 0;
  // These return once the compositor has been asked; windows() tells when it is done. All throw
  // "WINDOW_NOT_FOUND", and "UNSUPPORTED" for what the compositor cannot do.
  virtual void set_state(std::uint64_t id, WindowState state, Deadline deadline) = 0;
  virtual void close(std::uint64_t id, Deadline deadline) = 0;
  virtual void place(std::uint64_t id, const Rect& frame, Deadline deadline) = 0;
  virtual void to_workspace(std::uint64_t id, int workspace, Deadline deadline) = 0;
  // Returns the name of what places windows; "" when nothing is known to.
  virtual std::string manager() const { return {}; }
  // Returns what a person has agreed to for all of this; "" where nobody is asked.
  virtual std::string consent() const { return {}; }
  // Returns how many workspaces a window can be moved to.
  virtual int workspaces(Deadline /*deadline*/) { return 0; }

  // Returns whether it renders a window by its identity.
  virtual bool renders(const KnownWindow& /*known*/) const { return false; }
  // Returns by what it renders windows, where screens come from elsewhere; "" when it does not.
  virtual std::string rendering() const { return {}; }
  // Renders one, whatever covers it. `most`: the bytes that its picture may have. Nothing: it is
  // gone. Throws when it cannot now, with the reason.
  virtual std::optional<RawPicture> render(const KnownWindow& /*known*/, std::size_t /*most*/,
                                           Deadline /*deadline*/) {
    return std::nullopt;
  }
};

// Returns what tells the windows of a compositor, or null when nothing does.
std::unique_ptr<WindowSource> find_window_source(Connection& connection, const SessionRoots& roots,
                                                 Deadline deadline);

// Returns once the source tells that the window has the focus. `watch`: one with a descriptor,
// begun before the focus was asked for. Throws "WINDOW_NOT_FOUND", and "TIMEOUT" a moment before
// the deadline.
void wait_for_focus(WindowSource& source, WindowWatch& watch, std::uint64_t window,
                    Deadline deadline);

[[noreturn]] void throw_window_gone(std::uint64_t window);
[[noreturn]] void throw_no_focus(std::uint64_t window);

}  // namespace native::wayland

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/gnome/shell.hpp"

// What the extension tells of GNOME Shell's windows, and does with them. All throw NoExtension,
// ServiceLost and ServiceLate.
namespace native::gnome {

// A window of GNOME Shell. Its id is the Shell's own, which holds as long as the Shell runs.
struct ShellWindow {
  Window window;
  std::uint64_t xid = 0;  // of a window of Xwayland; else 0
  bool fills = false;     // is maximised, or takes the whole screen
};

// What the list of windows comes with.
struct ShellDesktop {
  std::vector<ShellWindow> windows;  // the front-most first
  int workspaces = 1;
  bool elsewhere = false;  // windows may be painted at other places, as in the overview
};

// Whatever the extension says is bounded.
ShellDesktop list_windows(Shell& shell, Deadline deadline);

// Return whether there is such a window.
bool focus_window(Shell& shell, std::uint64_t id, Deadline deadline);
bool close_window(Shell& shell, std::uint64_t id, Deadline deadline);
bool minimise_window(Shell& shell, std::uint64_t id, bool minimised, Deadline deadline);
// `maximised` false: ends fullscreen, too.
bool maximise_window(Shell& shell, std::uint64_t id, bool maximised, Deadline deadline);
bool place_window(Shell& shell, std::uint64_t id, const Rect& frame, Deadline deadline);
bool move_to_workspace(Shell& shell, std::uint64_t id, int workspace, Deadline deadline);

// Hears when the windows have changed, on a connection of its own.
class ChangeWatch {
 public:
  ChangeWatch(const Shell& shell, Deadline deadline);
  int descriptor() const { return bus_->descriptor(); }
  // Takes in what has arrived, without waiting; returns whether something has changed.
  bool take_in();

 private:
  std::unique_ptr<dbus::Bus> bus_;
};

}  // namespace native::gnome

#pragma once

#include <optional>
#include <vector>

#include "native/x11/capture/region.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// One window on the way from a client window (first) up to the root's child that holds it (last).
struct Level {
  xcb_window_t window = XCB_WINDOW_NONE;
  Rect area;       // inside of the border, in root coordinates
  int border = 0;  // width of the server-drawn border around `area`
  int depth = 0;
  xcb_visualid_t visual = 0;
  xcb_colormap_t colormap = 0;
  std::optional<Region> shape;  // what shows of it, in root coordinates, when it is shaped
  std::vector<Rect> covers;     // mapped siblings above it, in root coordinates, with their borders
};

// A window that the window manager leaves alone (override-redirect): a menu, a tool tip.
struct Popup {
  xcb_window_t window = XCB_WINDOW_NONE;
  Rect area;  // in root coordinates, with its border
};

// Where a window lies among the others at one moment.
struct Placement {
  bool viewable = false;
  bool can_show = false;  // not input-only
  Rect screen;            // the root window
  int screen_depth = 0;
  std::vector<Level> levels;
  std::vector<Popup> popups;  // mapped ones over the whole chain, bottom to top
  Rect shadow_free;           // the client's area without client-side shadow

  const Level& client() const { return levels.front(); }
  const Level& top() const { return levels.back(); }
  // The parts of `area` that do not show in the pixels of level `level`: covered by siblings below
  // that level, or cut off by the levels in between. What lies outside of the client's own shape
  // counts as shown: there is nothing to see.
  Region hidden_in(const Rect& area, std::size_t level) const;
  // The same for the screen.
  Region hidden_on_screen(const Rect& area) const;

 private:
  Region hidden_of_client(const Rect& area, const Region& seen) const;
};

// Studies a window; the caller holds a ServerGrab. "WINDOW_NOT_FOUND" when it is gone.
Placement study_placement(Connection& connection, xcb_window_t window);

// The coded error for a window that is not there any more.
[[noreturn]] void throw_window_gone(std::uint64_t window);

}  // namespace native::x11

#pragma once

#include <optional>
#include <vector>

#include "native/desktop/region.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// One window of the chain from a client window (first) up to the root's child that contains it
// (last).
struct Level {
  xcb_window_t window = XCB_WINDOW_NONE;
  Rect area;       // without the border, in root coordinates
  int border = 0;  // width of the server-drawn border around `area`
  int depth = 0;
  xcb_visualid_t visual = 0;
  xcb_colormap_t colormap = 0;
  std::optional<Region> shape;  // visible part of a shaped window, in root coordinates
  std::vector<Rect> covers;     // mapped siblings above it, with their borders, in root coordinates
};

// An override-redirect window, such as a menu or a tool tip.
struct Popup {
  xcb_window_t window = XCB_WINDOW_NONE;
  Rect area;  // with its border, in root coordinates
};

// The position of a window among the others at one moment.
struct Placement {
  bool viewable = false;
  bool can_show = false;  // not InputOnly
  Rect screen;            // the root window
  int screen_depth = 0;
  std::vector<Level> levels;
  std::vector<Popup> popups;  // mapped ones above the whole chain, bottom to top
  Rect shadow_free;           // the client's area without client-side shadow

  const Level& client() const { return levels.front(); }
  const Level& top() const { return levels.back(); }
  // Returns the parts of `area` that the pixels of level `level` do not show: covered by siblings
  // below that level, or clipped by the levels in between. Pixels outside the client's own shape
  // count as shown, because there is nothing to see.
  Region hidden_in(const Rect& area, std::size_t level) const;
  // Returns the parts of `area` that the screen does not show.
  Region hidden_on_screen(const Rect& area) const;

 private:
  Region hidden_of_client(const Rect& area, const Region& seen) const;
};

// Reads the position of a window; the caller holds a ServerGrab. "WINDOW_NOT_FOUND" when it is
// gone.
Placement study_placement(Connection& connection, xcb_window_t window);

// Throws "WINDOW_NOT_FOUND".
[[noreturn]] void throw_window_gone(std::uint64_t window);

}  // namespace native::x11

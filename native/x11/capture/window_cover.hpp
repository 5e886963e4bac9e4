#pragma once

#include <vector>

#include "native/desktop/region.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// The parts of the screen that a child of the root paints, in the root's coordinates. All empty
// when it is not shown.
struct WindowCover {
  Rect bounds;    // with the border
  Region shape;   // all that it may paint
  Region opaque;  // what certainly hides the windows below
};

// Reads the covers of `windows`, children of the root from bottom to top, those of which that are
// excluded. `composited`: a compositor draws the screen, so that a window may be translucent: then
// only what says that it is opaque counts as that. Leaves `opaque` empty where no excluded window
// is below, and `shape` too unless the window is excluded itself.
std::vector<WindowCover> read_covers(Connection& connection,
                                     const std::vector<xcb_window_t>& windows,
                                     const std::vector<bool>& excluded, bool composited);

}  // namespace native::x11

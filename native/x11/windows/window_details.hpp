#pragma once

#include <vector>

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"
#include "native/x11/windows/manager.hpp"

namespace native::x11 {

// A window to describe, and the child of the root that contains it (itself when it has no frame;
// XCB_WINDOW_NONE when unknown).
struct Candidate {
  xcb_window_t window = XCB_WINDOW_NONE;
  xcb_window_t top = XCB_WINDOW_NONE;
};

// Describes windows in the given order, with all requests sent at once. Omits windows that are gone
// or can never be visible.
std::vector<Window> describe_windows(Connection& connection, const ManagerState& manager,
                                     const std::vector<Candidate>& candidates);

// Widths on the left, right, top and bottom from a property such as _GTK_FRAME_EXTENTS; all 0 when
// it is missing, negative or greater than the window.
struct Extents {
  int left = 0;
  int right = 0;
  int top = 0;
  int bottom = 0;
};
Extents extents_of(const xcb_get_property_reply_t* reply);
// Returns those of a window's client-side shadow.
Extents shadow_of(Connection& connection, xcb_window_t window);
Rect shrink(const Rect& rect, const Extents& extents);
Rect grow(const Rect& rect, const Extents& extents);

}  // namespace native::x11

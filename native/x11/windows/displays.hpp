#pragma once

#include <string_view>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// The monitors (RandR 1.5), or the whole root window on a server without RandR; primary first, then
// left to right, top to bottom. Never empty.
std::vector<Display> list_displays(Connection& connection);
// Their areas alone, in the same order: one question fewer.
std::vector<Rect> display_areas(Connection& connection);

// The size of the root window at this moment (the setup's may be out of date).
Rect root_bounds(Connection& connection);

// How much larger than usual programs draw: Xft.dpi of the X resources (xrdb) to 96, else GDK_SCALE
// (0: not set), else 1. What is no number from 0.25 to 16 does not count.
double scale_of(std::string_view resources, double gdk_scale);

}  // namespace native::x11

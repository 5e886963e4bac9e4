#pragma once

#include <string_view>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Returns the monitors (RandR 1.5), or the whole root window on a server without RandR; the primary
// first, then left to right, top to bottom. Never empty.
std::vector<Display> list_displays(Connection& connection);
// Returns only their areas, in the same order, with one request fewer.
std::vector<Rect> display_areas(Connection& connection);

// Returns the current size of the root window (that of the connection setup may be out of date).
Rect root_bounds(Connection& connection);

// Returns the factor by which programs draw larger than normal: Xft.dpi of the X resources (xrdb)
// divided by 96, else GDK_SCALE (0: not set), else 1. Ignores values that are not numbers from 0.25
// to 16.
double scale_of(std::string_view resources, double gdk_scale);

}  // namespace native::x11

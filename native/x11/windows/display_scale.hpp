#pragma once

#include <string_view>

namespace native::x11 {

// How much larger than usual programs draw: Xft.dpi of the X resources (xrdb) to 96, else GDK_SCALE
// (0: not set), else 1. What is no number from 0.25 to 16 does not count.
double scale_of(std::string_view resources, double gdk_scale);

}  // namespace native::x11

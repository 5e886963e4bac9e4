#pragma once

#include <vector>

#include "native/image/mask.hpp"

namespace native {

// The picture with lines of `width` pixels along the inner edges of the rectangles (in its own
// pixels). What lies outside of the picture is cut off.
Frame outline(const Frame& frame, const std::vector<Rect>& rects, const Colour& colour, int width);

}  // namespace native

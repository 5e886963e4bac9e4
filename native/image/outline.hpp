#pragma once

#include <vector>

#include "native/image/mask.hpp"

namespace native {

// Returns the picture with lines of `width` pixels along the inner edges of the rectangles, which
// are in the picture's own pixels and may extend beyond it.
Frame outline(const Frame& frame, const std::vector<Rect>& rects, const Colour& colour, int width);

}  // namespace native

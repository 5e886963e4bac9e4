#pragma once

#include <vector>

#include "native/image/mask.hpp"

namespace native {

// Draws lines of `width` pixels along the inner edges of a rectangle, which is in the picture's own
// pixels and may extend beyond it.
void draw_outline(Frame& frame, const Rect& rect, const Colour& colour, int width);
// Returns the picture with the rectangles outlined.
Frame outline(const Frame& frame, const std::vector<Rect>& rects, const Colour& colour, int width);

}  // namespace native

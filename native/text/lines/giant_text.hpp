#pragma once

#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// Returns the rectangles of text of 100 to about 1700 pixels, whose stems are as long as the sides
// of windows. Looks only outside of `known`. May return other things of that shape.
std::vector<Rect> find_giant_text(const Frame& frame, const std::vector<Rect>& known);

}  // namespace native

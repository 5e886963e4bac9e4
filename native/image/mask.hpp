#pragma once

#include <vector>

#include "native/desktop/records.hpp"

namespace native {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

// Fills a part of the picture, which lies inside of it.
void fill(Frame& frame, const Rect& part, const Colour& colour);

// The picture with nothing but `colour` inside the rectangles (in its own pixels; what lies
// outside is cut off). "INVALID_ARGUMENT" when one lies outside as a whole: what was to be hidden
// would stay.
Frame mask(const Frame& frame, const std::vector<Rect>& rects, const Colour& colour);

// "INVALID_ARGUMENT" outside the picture.
Colour pixel_at(const Frame& frame, int x, int y);

}  // namespace native

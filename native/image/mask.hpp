#pragma once

#include <vector>

#include "native/desktop/records.hpp"

namespace native {

struct Colour {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
};

// What excluded windows are filled with.
inline constexpr Colour kExcludedColour{0x60, 0x60, 0x60};

// Fills a part of the picture, which must lie inside it.
void fill(Frame& frame, const Rect& part, const Colour& colour);

// Returns the picture with the rectangles filled with `colour`. They are in the picture's own
// pixels and may extend beyond it. "INVALID_ARGUMENT" when one lies completely outside, because
// then something would remain visible that was to be hidden.
Frame mask(const Frame& frame, const std::vector<Rect>& rects, const Colour& colour);

// "INVALID_ARGUMENT" outside the picture.
Colour pixel_at(const Frame& frame, int x, int y);

}  // namespace native

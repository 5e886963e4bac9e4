#pragma once

#include <cstdint>

#include "native/desktop/records.hpp"

namespace native {

// A colour of a picture, 0 to 255 each.
struct Colour {
  int blue = 0, green = 0, red = 0;
};

inline Colour colour_of(const std::uint8_t* pixel) { return {pixel[0], pixel[1], pixel[2]}; }

// Returns the pixel at a place of the picture, as blue, green, red and one more byte.
const std::uint8_t* pixel_of(const Frame& frame, int x, int y);

// Returns how much lighter or darker a pixel looks, 0 to 255.
int distance(const std::uint8_t* pixel, const Colour& from);

// Returns whether both pass for one.
bool alike(const Colour& one, const Colour& other);

// Returns the mean of the most frequent colours of a part of the picture.
Colour frequent_colour(const Frame& frame, const Rect& part);

}  // namespace native

#pragma once

#include "native/image/codec/codec.hpp"

namespace native {

// Which compressor makes a PNG; kFallback (libdeflate level 1) is for programs built without ISA-L.
enum class PngMethod { kIsal, kFallback, kSmall };
PngMethod png_method(PngEffort effort);

// What a PNG has of each pixel, by its number of bytes: red, green and blue, or straight alpha too.
enum class PngColour { kRgb = 3, kRgba = 4 };
inline PngColour png_colour(bool translucent) {
  return translucent ? PngColour::kRgba : PngColour::kRgb;
}
inline std::size_t png_line(int width, PngColour colour) {
  return static_cast<std::size_t>(width) * static_cast<std::size_t>(colour) + 1;
}

}  // namespace native

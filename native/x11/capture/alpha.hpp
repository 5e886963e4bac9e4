#pragma once

#include <cstdint>

namespace native::x11 {

// How the fourth byte of a drawable's pixels is treated.
enum class AlphaUse {
  kIgnored,  // it has no meaning
  kWatched,  // it may be alpha (a visual of depth 32): checked until a pixel is not opaque
  kKept      // it is alpha, and the colours are premultiplied
};

// Returns whether all pixels (B, G, R, alpha) are opaque.
bool all_opaque(const std::uint8_t* pixels, int count);

// Converts pixels with premultiplied alpha, the convention of X11, to those of a translucent frame.
// Returns false when they are not premultiplied: an application that draws without regard to alpha
// leaves colours brighter than alpha.
bool lay_premultiplied_over_white(std::uint8_t* pixels, int count);

}  // namespace native::x11

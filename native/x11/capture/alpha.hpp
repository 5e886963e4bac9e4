#pragma once

#include <cstdint>

namespace native::x11 {

// What is done about the fourth byte of a drawable's pixels.
enum class AlphaUse {
  kIgnored,  // nothing: it means nothing
  kWatched,  // it may be alpha (a visual of depth 32): looked at until a pixel is not opaque
  kKept      // it is alpha, with which the colours are multiplied
};

// Whether all pixels (B, G, R, alpha) are opaque.
bool all_opaque(const std::uint8_t* pixels, int count);

// RedirectLocks pixels whose colours are multiplied with alpha, as X11 has them, into those of a
// translucent frame. False when they cannot be that: an application that draws without minding
// alpha leaves colours brighter than it.
bool lay_premultiplied_over_white(std::uint8_t* pixels, int count);

}  // namespace native::x11

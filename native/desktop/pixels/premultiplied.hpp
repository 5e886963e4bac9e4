#pragma once

#include <cstdint>

// Pixels with premultiplied alpha, the convention of X11 and Wayland. Byte order B, G, R, alpha.
namespace native {

// Returns whether all pixels are opaque.
bool all_opaque(const std::uint8_t* pixels, int count);

// Returns whether no colour is brighter than its alpha allows.
bool is_premultiplied(const std::uint8_t* pixels, int count);

// Converts them to those of a translucent frame (see PixelFormat). Returns false when they are not
// premultiplied: an application that draws without regard to alpha leaves colours brighter than
// alpha.
bool lay_premultiplied_over_white(std::uint8_t* pixels, int count);

}  // namespace native

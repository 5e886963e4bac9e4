#pragma once

#include <cstddef>
#include <cstdint>

#include "native/desktop/records.hpp"

// Rows of pixels: checks and conversions shared by the files of this room.
namespace native {

// "INVALID_ARGUMENT" unless the frame has at least one pixel and holds all the bytes that it
// claims.
void require_pixels(const Frame& frame);

// The first byte of row `y`, 0 <= y < height.
inline const std::uint8_t* row_of(const Frame& frame, int y) {
  return frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride;
}

// Writes `count` pixels of 4 bytes (B, G, R, X) as 3 bytes (R, G, B); touches exactly 3 * count
// bytes.
using RgbConverter = void (*)(const std::uint8_t* bgrx, std::uint8_t* rgb, std::size_t count);

void rgb_portable(const std::uint8_t* bgrx, std::uint8_t* rgb, std::size_t count);
// Null when this processor (or the compiler's target) has no AVX2.
RgbConverter rgb_avx2();
// The fastest one here.
RgbConverter rgb_converter();

// Turns pixels with straight alpha, in that order of bytes, into those of a translucent frame: laid
// over white, in the order B, G, R, alpha. Returns whether one of them is not opaque.
enum class AlphaOrder { kRgba, kBgra };
bool lay_over_white(std::uint8_t* pixels, std::size_t count, AlphaOrder order);
// Forgets alpha.
void make_opaque(std::uint8_t* pixels, std::size_t count);
// Writes pixels of a translucent frame as R, G, B and straight alpha, from which lay_over_white()
// makes the same pixels again.
void rgba_straight(const std::uint8_t* bgra, std::uint8_t* rgba, std::size_t count);

// B, G, R of a pixel as one number.
std::uint32_t colour_at(const Frame& frame, int x, int y);

}  // namespace native

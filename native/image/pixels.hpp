#pragma once

#include <cstddef>
#include <cstdint>

#include "native/desktop/records.hpp"

// Rows of pixels: checks and conversions shared by the files of this module.
namespace native {

// Throws "INVALID_ARGUMENT" unless the frame has at least one pixel and as many bytes as its size
// needs.
void require_pixels(const Frame& frame);

// Returns the first byte of row `y`, 0 <= y < height.
inline const std::uint8_t* row_of(const Frame& frame, int y) {
  return frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride;
}

// Converts `count` pixels of 4 bytes (B, G, R, X) to 3 bytes (R, G, B). Writes exactly 3 * count
// bytes.
using RgbConverter = void (*)(const std::uint8_t* bgrx, std::uint8_t* rgb, std::size_t count);

void rgb_portable(const std::uint8_t* bgrx, std::uint8_t* rgb, std::size_t count);
// Returns null when this processor (or the compiler's target) has no AVX2.
RgbConverter rgb_avx2();
// Returns the fastest converter for this processor.
RgbConverter rgb_converter();

// The same in the order B, G, R.
void bgr_portable(const std::uint8_t* bgrx, std::uint8_t* bgr, std::size_t count);
RgbConverter bgr_avx2();
RgbConverter bgr_converter();

// Converts pixels with straight alpha, in that byte order, to those of a translucent frame: blended
// with white, in the order B, G, R, alpha. Returns whether any of them is not opaque.
enum class AlphaOrder { kRgba, kBgra };
bool lay_over_white(std::uint8_t* pixels, std::size_t count, AlphaOrder order);
// Sets alpha to 255.
void make_opaque(std::uint8_t* pixels, std::size_t count);
// Converts pixels of a translucent frame to R, G, B and straight alpha. lay_over_white() converts
// them back to the same pixels.
void rgba_straight(const std::uint8_t* bgra, std::uint8_t* rgba, std::size_t count);

// Returns B, G, R of a pixel as one number.
std::uint32_t colour_at(const Frame& frame, int x, int y);

}  // namespace native

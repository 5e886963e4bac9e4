#include "native/image/pixels.hpp"

#include <cstring>
#include <utility>

#include "native/desktop/error.hpp"

namespace native {

void require_pixels(const Frame& frame) {
  if (frame.width <= 0 || frame.height <= 0)
    throw Error("INVALID_ARGUMENT", "picture is empty", "Give a picture of at least 1x1 pixels.");
  const std::size_t row = static_cast<std::size_t>(frame.width) * 4;
  const std::size_t rows = static_cast<std::size_t>(frame.height);
  const bool whole = frame.stride >= row && frame.pixels.size() >= row &&
                     (frame.pixels.size() - row) / frame.stride >= rows - 1;
  if (!whole)
    throw Error("INVALID_ARGUMENT",
                "picture has fewer pixels than its " + std::to_string(frame.width) + "x" +
                    std::to_string(frame.height),
                "Capture it again.");
}

void rgb_portable(const std::uint8_t* bgrx, std::uint8_t* rgb, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    rgb[3 * i] = bgrx[4 * i + 2];
    rgb[3 * i + 1] = bgrx[4 * i + 1];
    rgb[3 * i + 2] = bgrx[4 * i];
  }
}

void bgr_portable(const std::uint8_t* bgrx, std::uint8_t* bgr, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) std::memcpy(bgr + 3 * i, bgrx + 4 * i, 3);
}

RgbConverter rgb_converter() {
  static const RgbConverter best = rgb_avx2() != nullptr ? rgb_avx2() : rgb_portable;
  return best;
}

RgbConverter bgr_converter() {
  static const RgbConverter best = bgr_avx2() != nullptr ? bgr_avx2() : bgr_portable;
  return best;
}

bool lay_over_white(std::uint8_t* pixels, std::size_t count, AlphaOrder order) {
  bool translucent = false;
  for (std::uint8_t* p = pixels; p != pixels + 4 * count; p += 4) {
    if (order == AlphaOrder::kRgba) std::swap(p[0], p[2]);
    const unsigned alpha = p[3];
    if (alpha == 255) continue;
    translucent = true;
    for (int channel = 0; channel < 3; ++channel) {
      const unsigned blended = p[channel] * alpha + 255U * (255U - alpha);
      p[channel] = static_cast<std::uint8_t>((blended + 127U) / 255U);
    }
  }
  return translucent;
}

void make_opaque(std::uint8_t* pixels, std::size_t count) {
  for (std::uint8_t* p = pixels; p != pixels + 4 * count; p += 4) p[3] = 255;
}

void rgba_straight(const std::uint8_t* bgra, std::uint8_t* rgba, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i, bgra += 4, rgba += 4) {
    const unsigned alpha = bgra[3];
    rgba[3] = bgra[3];
    for (int channel = 0; channel < 3; ++channel) {
      const unsigned level = bgra[2 - channel];
      const unsigned white = 255U - alpha;  // share of white that shows through
      const unsigned own = level > white ? level - white : 0;
      rgba[channel] = static_cast<std::uint8_t>(alpha == 0 ? 0 : (own * 255U + alpha / 2) / alpha);
    }
  }
}

std::uint32_t colour_at(const Frame& frame, int x, int y) {
  std::uint32_t colour;
  std::memcpy(&colour, row_of(frame, y) + static_cast<std::size_t>(x) * 4, sizeof colour);
  return colour & 0x00ffffffU;
}

}  // namespace native

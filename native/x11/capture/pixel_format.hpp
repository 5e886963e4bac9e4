#pragma once

#include <xcb/xcb.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// The layout of a drawable's pixels in memory, and the meaning of their values.
struct PixelLayout {
  int depth = 24;
  int bits_per_pixel = 32;
  int scanline_pad = 32;
  bool big_endian = false;
  std::uint32_t red = 0xFF0000;
  std::uint32_t green = 0xFF00;
  std::uint32_t blue = 0xFF;
  std::vector<std::uint32_t> palette;  // BGRX values of an indexed visual; empty for true colour

  std::size_t stride(int width) const;
  // Returns whether pixels are already B, G, R and a fourth byte.
  bool native_order() const;
};

// Returns the layout of a drawable of this depth and visual. Reads the colours of `colormap` when
// the visual is indexed. "UNSUPPORTED" for visuals that we cannot read (grey of fewer than 8 bits,
// pixels of 4 bits).
PixelLayout layout_of(Connection& connection, int depth, xcb_visualid_t visual,
                      xcb_colormap_t colormap);

// Converts to BGRX with X = 255. Channels of more or fewer than 8 bits are scaled to 0 ... 255,
// rounded to nearest. `from` and `to` may be the same memory when layout.native_order().
class PixelConverter {
 public:
  explicit PixelConverter(PixelLayout layout);
  const PixelLayout& layout() const { return layout_; }
  void convert(const std::uint8_t* from, std::size_t from_stride, std::uint8_t* to,
               std::size_t to_stride, int width, int rows) const;

 private:
  struct Channel {
    std::uint32_t mask = 0;
    int shift = 0;
    std::uint32_t largest = 0;
    std::vector<std::uint8_t> table;  // from value to 0 ... 255, for up to 12 bits

    std::uint32_t value(std::uint32_t pixel) const;
  };
  static Channel channel(std::uint32_t mask);
  std::uint32_t read(const std::uint8_t* pixel) const;

  PixelLayout layout_;
  Channel red_, green_, blue_;
};

}  // namespace native::x11

#include "native/x11/capture/pixel_format.hpp"

#include <gtest/gtest.h>

namespace native::x11 {
namespace {

std::uint32_t converted(const PixelLayout& layout, const std::vector<std::uint8_t>& pixel) {
  std::uint8_t out[4] = {};
  PixelConverter(layout).convert(pixel.data(), pixel.size(), out, 4, 1, 1);
  EXPECT_EQ(out[3], 0xFF);
  return static_cast<std::uint32_t>(out[2] << 16 | out[1] << 8 | out[0]);
}

TEST(PixelFormat, ForcesTheFourthByte) {
  EXPECT_EQ(converted(PixelLayout{}, {0x11, 0x22, 0x33, 0x00}), 0x332211U);
}

TEST(PixelFormat, ReadsSixteenBits) {
  PixelLayout layout;
  layout.depth = layout.bits_per_pixel = 16;
  layout.red = 0xF800;
  layout.green = 0x7E0;
  layout.blue = 0x1F;
  EXPECT_EQ(converted(layout, {0xFF, 0xFF}), 0xFFFFFFU);
  EXPECT_EQ(converted(layout, {0x00, 0x80}), 0x840000U);  // 16 of 31 is 131.6 of 255
  EXPECT_EQ(layout.stride(3), 8U);
}

TEST(PixelFormat, RoundsThirtyBitsToNearest) {
  PixelLayout layout;
  layout.depth = 30;
  layout.red = 0x3FF00000;
  layout.green = 0xFFC00;
  layout.blue = 0x3FF;
  EXPECT_EQ(converted(layout, {0xFF, 0xFF, 0xFF, 0x3F}), 0xFFFFFFU);
  EXPECT_EQ(converted(layout, {0x02, 0x00, 0x00, 0x00}), 0x000000U);  // 2 of 1023 is 0.499 of 255
  EXPECT_EQ(converted(layout, {0x03, 0x00, 0x00, 0x00}), 0x000001U);
}

TEST(PixelFormat, ReadsBigEndianAndPackedPixels) {
  PixelLayout layout;
  layout.big_endian = true;
  EXPECT_EQ(converted(layout, {0x00, 0x33, 0x22, 0x11}), 0x332211U);
  layout.big_endian = false;
  layout.bits_per_pixel = 24;
  EXPECT_EQ(converted(layout, {0x11, 0x22, 0x33}), 0x332211U);
}

TEST(PixelFormat, LooksColoursUp) {
  PixelLayout layout;
  layout.depth = layout.bits_per_pixel = 8;
  layout.palette.assign(256, 0);
  layout.palette[7] = 0x123456;
  EXPECT_EQ(converted(layout, {7}), 0x123456U);
}

}  // namespace
}  // namespace native::x11

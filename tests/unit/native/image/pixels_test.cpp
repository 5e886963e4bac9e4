#include "native/image/pixels.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace native {
namespace {

void expect_equal_converters(RgbConverter portable, RgbConverter fast) {
  std::mt19937 random(7);
  for (std::size_t round = 0; round < 600; ++round) {
    const std::size_t count = round < 64 ? round : random() % 5000;
    const std::size_t shift = random() % 8;
    std::vector<std::uint8_t> bgrx(shift + 4 * count);
    for (auto& byte : bgrx) byte = static_cast<std::uint8_t>(random());
    std::vector<std::uint8_t> one(shift + 3 * count + 32, 0xa5);
    std::vector<std::uint8_t> other = one;
    portable(bgrx.data() + shift, one.data() + shift, count);
    fast(bgrx.data() + shift, other.data() + shift, count);
    ASSERT_EQ(one, other) << count << " pixels";
    for (std::size_t i = shift + 3 * count; i < one.size(); ++i) ASSERT_EQ(other[i], 0xa5);
  }
}

TEST(Rgb, Avx2EqualsPortableAndTouchesNothingBeyond) {
  if (rgb_avx2() == nullptr) {
    EXPECT_EQ(rgb_converter(), rgb_portable);
    EXPECT_EQ(bgr_converter(), bgr_portable);
    return;
  }
  EXPECT_EQ(rgb_converter(), rgb_avx2());
  EXPECT_EQ(bgr_converter(), bgr_avx2());
  expect_equal_converters(rgb_portable, rgb_avx2());
  expect_equal_converters(bgr_portable, bgr_avx2());
}

TEST(Rgb, BgrDropsTheFourthByte) {
  const std::uint8_t bgrx[] = {1, 2, 3, 4, 5, 6, 7, 8};
  std::uint8_t bgr[6];
  bgr_portable(bgrx, bgr, 2);
  EXPECT_EQ(std::vector<std::uint8_t>(bgr, bgr + 6), (std::vector<std::uint8_t>{1, 2, 3, 5, 6, 7}));
}

TEST(Rgb, PortableExchangesRedAndBlue) {
  const std::uint8_t bgrx[] = {1, 2, 3, 4, 5, 6, 7, 8};
  std::uint8_t rgb[6];
  rgb_portable(bgrx, rgb, 2);
  EXPECT_EQ(std::vector<std::uint8_t>(rgb, rgb + 6), (std::vector<std::uint8_t>{3, 2, 1, 7, 6, 5}));
}

TEST(LayOverWhite, BlendsAndKeepsAlpha) {
  std::uint8_t pixels[] = {10, 20, 30, 0, 10, 20, 30, 255, 0, 100, 200, 128};
  EXPECT_TRUE(lay_over_white(pixels, 3, AlphaOrder::kRgba));
  EXPECT_EQ(std::vector<std::uint8_t>(pixels, pixels + 12),
            (std::vector<std::uint8_t>{255, 255, 255, 0, 30, 20, 10, 255, 227, 177, 127, 128}));
  make_opaque(pixels, 3);
  EXPECT_EQ(std::vector<std::uint8_t>(pixels, pixels + 12),
            (std::vector<std::uint8_t>{255, 255, 255, 255, 30, 20, 10, 255, 227, 177, 127, 255}));
  EXPECT_FALSE(lay_over_white(pixels, 3, AlphaOrder::kRgba));
}

TEST(RgbaStraight, IsUndoneByLayingOverWhite) {
  for (unsigned alpha = 0; alpha < 256; ++alpha) {
    for (unsigned own = 0; own <= alpha; ++own) {
      const auto level = static_cast<std::uint8_t>(own + 255 - alpha);
      const std::uint8_t pixel[] = {level, 255, level, static_cast<std::uint8_t>(alpha)};
      std::uint8_t straight[4];
      rgba_straight(pixel, straight, 1);
      EXPECT_EQ(straight[3], alpha);
      lay_over_white(straight, 1, AlphaOrder::kRgba);
      ASSERT_EQ(std::vector<std::uint8_t>(straight, straight + 4),
                std::vector<std::uint8_t>(pixel, pixel + 4))
          << own << " of " << alpha;
    }
  }
}

}  // namespace
}  // namespace native

#include "native/wayland/upright.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace native::wayland {
namespace {

// A buffer of 3 by 2 pixels, numbered from the upper left.
constexpr int kWidth = 3;
constexpr int kHeight = 2;

std::vector<std::uint32_t> numbered() { return {1, 2, 3, 4, 5, 6}; }

RawPicture raw(std::vector<std::uint32_t>& pixels, std::uint32_t transform,
               std::uint32_t format = WL_SHM_FORMAT_XRGB8888) {
  RawPicture picture;
  picture.pixels = reinterpret_cast<std::uint8_t*>(pixels.data());
  picture.width = kWidth;
  picture.height = kHeight;
  picture.stride = kWidth * 4;
  picture.format = format;
  picture.transform = transform;
  return picture;
}

std::vector<std::uint32_t> pixels_of(const UprightPicture& picture) {
  std::vector<std::uint32_t> result;
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, picture.pixels + static_cast<std::size_t>(y) * picture.stride + 4 * x,
                  sizeof pixel);
      result.push_back(pixel);
    }
  return result;
}

TEST(Upright, CopiesNothingThatStandsUpright) {
  std::vector<std::uint32_t> pixels = numbered();
  const UprightPicture picture = upright(raw(pixels, WL_OUTPUT_TRANSFORM_NORMAL));
  EXPECT_EQ(picture.pixels, reinterpret_cast<std::uint8_t*>(pixels.data()));
  EXPECT_FALSE(picture.has_alpha);
}

// What grim shows of the same outputs of sway, pixel for pixel.
TEST(Upright, UndoesEachTransform) {
  const std::vector<std::pair<std::uint32_t, std::vector<std::uint32_t>>> expected = {
      {WL_OUTPUT_TRANSFORM_NORMAL, {1, 2, 3, 4, 5, 6}},
      {WL_OUTPUT_TRANSFORM_90, {4, 1, 5, 2, 6, 3}},
      {WL_OUTPUT_TRANSFORM_180, {6, 5, 4, 3, 2, 1}},
      {WL_OUTPUT_TRANSFORM_270, {3, 6, 2, 5, 1, 4}},
      {WL_OUTPUT_TRANSFORM_FLIPPED, {3, 2, 1, 6, 5, 4}},
      {WL_OUTPUT_TRANSFORM_FLIPPED_90, {1, 4, 2, 5, 3, 6}},
      {WL_OUTPUT_TRANSFORM_FLIPPED_180, {4, 5, 6, 1, 2, 3}},
      {WL_OUTPUT_TRANSFORM_FLIPPED_270, {6, 3, 5, 2, 4, 1}},
  };
  for (const auto& [transform, shown] : expected) {
    std::vector<std::uint32_t> pixels = numbered();
    const UprightPicture picture = upright(raw(pixels, transform));
    EXPECT_EQ(picture.width, transform % 2 == 1 ? kHeight : kWidth) << transform;
    EXPECT_EQ(pixels_of(picture), shown) << transform;
  }
}

TEST(Upright, TurnsOverWhatIsUpsideDown) {
  std::vector<std::uint32_t> pixels = numbered();
  RawPicture picture = raw(pixels, WL_OUTPUT_TRANSFORM_NORMAL);
  picture.upside_down = true;
  EXPECT_EQ(pixels_of(upright(std::move(picture))), (std::vector<std::uint32_t>{4, 5, 6, 1, 2, 3}));
}

TEST(Upright, ReadsOtherOrdersOfColours) {
  std::vector<std::uint32_t> pixels(6, 0xFF112233);
  EXPECT_EQ(pixels_of(upright(raw(pixels, 0, WL_SHM_FORMAT_ABGR8888))).front(), 0xFF332211);
  EXPECT_TRUE(upright(raw(pixels, 0, WL_SHM_FORMAT_ABGR8888)).has_alpha);
  // Ten bits each: red 0x3FF, green 0x200, blue 0.
  std::vector<std::uint32_t> deep(6, 0xC0000000U | 0x3FFU << 20 | 0x200U << 10);
  EXPECT_EQ(pixels_of(upright(raw(deep, 0, WL_SHM_FORMAT_XRGB2101010))).front(), 0xFFFF8000);
  EXPECT_EQ(pixels_of(upright(raw(deep, 0, WL_SHM_FORMAT_XBGR2101010))).front(), 0xFF0080FF);
}

TEST(Upright, ReadsThreeBytesAPixel) {
  std::vector<std::uint32_t> pixels(6);
  const std::uint8_t bytes[] = {1, 2, 3};
  auto* at = reinterpret_cast<std::uint8_t*>(pixels.data());
  for (int row = 0; row < kHeight; ++row)
    for (int x = 0; x < kWidth; ++x) std::memcpy(at + row * kWidth * 4 + x * 3, bytes, 3);
  EXPECT_EQ(pixels_of(upright(raw(pixels, 0, WL_SHM_FORMAT_RGB888))).back(), 0xFF030201);
  EXPECT_EQ(pixels_of(upright(raw(pixels, 0, WL_SHM_FORMAT_BGR888))).back(), 0xFF010203);
}

}  // namespace
}  // namespace native::wayland

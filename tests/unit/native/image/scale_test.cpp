#include <gtest/gtest.h>

#include <cmath>

#include "native/image/frame.hpp"
#include "tests/unit/native/image/pictures.hpp"

namespace native {
namespace {

using test::code_of;
using test::Look;
using test::opaque_pixels;
using test::picture;

double linear(double level) {
  const double value = level / 255;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double level(double light) {
  return 255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055);
}

// The definition, in doubles: the mean light under a target pixel's rectangle.
double expected_level(const Frame& source, const Frame& target, int x, int y, std::size_t channel) {
  const double across = static_cast<double>(source.width) / target.width;
  const double down = static_cast<double>(source.height) / target.height;
  const auto share = [](int i, double begin, double end) {
    return std::max(0.0, std::min(i + 1.0, end) - std::max<double>(i, begin));
  };
  double sum = 0;
  for (int v = static_cast<int>(y * down); v < source.height && v < (y + 1) * down; ++v)
    for (int u = static_cast<int>(x * across); u < source.width && u < (x + 1) * across; ++u) {
      const auto at = static_cast<std::size_t>(v) * source.stride + static_cast<std::size_t>(u) * 4;
      sum += linear(source.pixels[at + channel]) * share(u, x * across, (x + 1) * across) *
             share(v, y * down, (y + 1) * down);
    }
  return level(sum / (across * down));
}

TEST(Scale, IsTheMeanLightOfTheArea) {
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    const int width = 1 + static_cast<int>(random() % 60);
    const int height = 1 + static_cast<int>(random() % 60);
    const Frame source = picture(width, height, round % 2 ? Look::kNoise : Look::kText,
                                 static_cast<std::uint32_t>(random()), 8);
    const Frame target =
        scale(source, 1 + static_cast<int>(random() % static_cast<unsigned>(width)),
              1 + static_cast<int>(random() % static_cast<unsigned>(height)));
    for (int y = 0; y < target.height; ++y)
      for (int x = 0; x < target.width; ++x)
        for (std::size_t channel = 0; channel < 3; ++channel) {
          const auto at =
              static_cast<std::size_t>(y) * target.stride + static_cast<std::size_t>(x) * 4;
          const double expected = expected_level(source, target, x, y, channel);
          ASSERT_NEAR(target.pixels[at + channel], expected, 0.75)
              << width << "x" << height << " to " << target.width << "x" << target.height;
        }
  }
}

TEST(Scale, HalfBlackHalfWhiteIsLinearMiddleGray) {
  Frame source = picture(2, 1, Look::kFlat, 1);
  for (std::size_t i = 0; i < 8; ++i) source.pixels[i] = i < 4 ? 0 : 255;
  EXPECT_EQ(scale(source, 1, 1).pixels, (std::vector<std::uint8_t>{188, 188, 188, 255}));
}

TEST(Scale, EveryLevelOfAFlatPictureSurvives) {
  for (int value = 0; value < 256; ++value) {
    Frame source = picture(7, 5, Look::kFlat, 1);
    for (auto& byte : source.pixels) byte = static_cast<std::uint8_t>(value);
    for (const auto& [width, height] : {std::pair{3, 2}, {1, 1}, {6, 4}})
      for (const std::uint8_t byte : opaque_pixels(scale(source, width, height)))
        ASSERT_TRUE(byte == value || byte == 255) << value;
  }
}

TEST(Scale, NeverEnlargesAndKeepsTheMapBack) {
  Frame source = picture(40, 30, Look::kNoise, 9, 16);
  source.origin = {5, 6, 80, 60};
  source.method = "root";
  const Frame same = scale(source, 4000, 3000);
  EXPECT_EQ(same.pixels, opaque_pixels(source));
  const Frame narrow = scale(source, 10, 3000);
  EXPECT_EQ(narrow.width, 10);
  EXPECT_EQ(narrow.height, 30);
  EXPECT_EQ(narrow.origin, source.origin);
  EXPECT_EQ(narrow.method, "root");
}

TEST(Scale, RefusesNoSize) {
  const Frame source = picture(4, 3, Look::kNoise, 9);
  EXPECT_EQ(code_of([&] { scale(source, 0, 3); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { scale(source, 3, -1); }), "INVALID_ARGUMENT");
  EXPECT_EQ(code_of([&] { scale(Frame(), 1, 1); }), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace native

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "native/image/scale/scale.hpp"
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

// The definition, in doubles: the mean light under the part of a target pixel's square that lies in
// the source.
double expected_level(const Frame& source, double factor, int x, int y, std::size_t channel) {
  const double side = 1 / factor;
  const auto share = [](int i, double begin, double end) {
    return std::max(0.0, std::min(i + 1.0, end) - std::max<double>(i, begin));
  };
  double sum = 0;
  double area = 0;
  for (int v = static_cast<int>(y * side); v < source.height && v < (y + 1) * side; ++v)
    for (int u = static_cast<int>(x * side); u < source.width && u < (x + 1) * side; ++u) {
      const auto at = static_cast<std::size_t>(v) * source.stride + static_cast<std::size_t>(u) * 4;
      const double part = share(u, x * side, (x + 1) * side) * share(v, y * side, (y + 1) * side);
      sum += linear(source.pixels[at + channel]) * part;
      area += part;
    }
  return level(sum / area);
}

TEST(Scale, IsTheMeanLightOfTheArea) {
  std::mt19937 random(5);
  for (int round = 0; round < 40; ++round) {
    const int width = 1 + static_cast<int>(random() % 60);
    const int height = 1 + static_cast<int>(random() % 60);
    const Frame source = picture(width, height, round % 2 ? Look::kNoise : Look::kText,
                                 static_cast<std::uint32_t>(random()), 8);
    const double wanted = (1 + static_cast<double>(random() % 1000)) / 1000;
    const double factor = std::max(wanted, 1.0 / std::max(width, height));
    const Frame target = scale(source, wanted);
    ASSERT_EQ(target.scale, factor);
    ASSERT_EQ(target.width, static_cast<int>(std::ceil(width * factor - 1e-6)));
    ASSERT_EQ(target.height, static_cast<int>(std::ceil(height * factor - 1e-6)));
    for (int y = 0; y < target.height; ++y)
      for (int x = 0; x < target.width; ++x)
        for (std::size_t channel = 0; channel < 3; ++channel) {
          const auto at =
              static_cast<std::size_t>(y) * target.stride + static_cast<std::size_t>(x) * 4;
          const double expected = expected_level(source, factor, x, y, channel);
          ASSERT_NEAR(target.pixels[at + channel], expected, 0.75)
              << width << "x" << height << " by " << factor << " at " << x << "," << y;
        }
  }
}

// A single bright point of the source is found again where the map says.
TEST(Scale, TheMapLeadsBackToThePoint) {
  std::mt19937 random(11);
  for (int round = 0; round < 200; ++round) {
    Frame source = picture(97, 61, Look::kFlat, 1);
    for (auto& byte : source.pixels) byte = 0;
    source.origin = {-40, 300, 97, 61};
    const int x = static_cast<int>(random() % 97);
    const int y = static_cast<int>(random() % 61);
    const auto at = static_cast<std::size_t>(y) * source.stride + static_cast<std::size_t>(x) * 4;
    source.pixels[at] = 255;
    const Frame target = scale(source, (100 + static_cast<double>(random() % 900)) / 1000);
    int bright = 0;
    for (int v = 0; v < target.height; ++v)
      for (int u = 0; u < target.width; ++u) {
        const auto place =
            static_cast<std::size_t>(v) * target.stride + static_cast<std::size_t>(u) * 4;
        if (target.pixels[place] == 0) continue;
        ++bright;
        const double left = target.origin.x + u / target.scale;
        const double top = target.origin.y + v / target.scale;
        const double side = 1 / target.scale;
        ASSERT_TRUE(left < -40 + x + 1 && left + side > -40 + x) << x << " by " << target.scale;
        ASSERT_TRUE(top < 300 + y + 1 && top + side > 300 + y) << y << " by " << target.scale;
      }
    ASSERT_GE(bright, 1);
    ASSERT_LE(bright, 4);
  }
}

TEST(Scale, OfScaledPicturesMultiplies) {
  Frame source = picture(64, 40, Look::kNoise, 3);
  source.origin = {7, 8, 64, 40};
  const Frame quarter = scale(scale(source, 0.5), 0.5);
  EXPECT_EQ(quarter.scale, 0.25);
  EXPECT_EQ(quarter.origin, source.origin);
  EXPECT_EQ(quarter.width, 16);
}

TEST(Scale, FitsTheLimits) {
  EXPECT_EQ((Fit{1, 0, 0}.factor(100, 50)), 1);
  EXPECT_EQ((Fit{1, 200, 200}.factor(100, 50)), 1);
  EXPECT_EQ((Fit{1, 25, 0}.factor(100, 50)), 0.25);
  EXPECT_EQ((Fit{1, 60, 10}.factor(100, 50)), 0.2);
  std::mt19937 random(6);
  for (int round = 0; round < 300; ++round) {
    const int width = 1 + static_cast<int>(random() % 90);
    const int height = 1 + static_cast<int>(random() % 90);
    const int limit = 1 + static_cast<int>(random() % 70);
    const Frame source = picture(width, height, Look::kFlat, 1);
    const Frame target = scale(source, Fit{1, limit, limit}.factor(width, height));
    ASSERT_LE(target.width, limit);
    ASSERT_LE(target.height, limit);
    ASSERT_EQ(std::max(target.width, target.height), std::min(limit, std::max(width, height)));
  }
}

TEST(Scale, HalfBlackHalfWhiteIsLinearMiddleGray) {
  Frame source = picture(2, 1, Look::kFlat, 1);
  for (std::size_t i = 0; i < 8; ++i) source.pixels[i] = i < 4 ? 0 : 255;
  EXPECT_EQ(scale(source, 0.5).pixels, (PixelBytes{188, 188, 188, 255}));
}

TEST(Scale, EveryLevelOfAFlatPictureSurvives) {
  for (int value = 0; value < 256; ++value) {
    Frame source = picture(7, 5, Look::kFlat, 1);
    for (auto& byte : source.pixels) byte = static_cast<std::uint8_t>(value);
    for (const double factor : {0.9, 0.5, 1.0 / 3, 0.1})
      for (const std::uint8_t byte : opaque_pixels(scale(source, factor)))
        ASSERT_TRUE(byte == value || byte == 255) << value << " by " << factor;
  }
}

TEST(Scale, AtFullSizeIsTheSamePicture) {
  Frame source = picture(40, 30, Look::kNoise, 9, 16);
  source.origin = {5, 6, 40, 30};
  source.method = "root";
  const Frame same = scale(source, 1);
  EXPECT_EQ(same.pixels, opaque_pixels(source));
  EXPECT_EQ(same.origin, source.origin);
  EXPECT_EQ(same.method, "root");
  EXPECT_EQ(same.scale, 1);
}

TEST(Scale, IsTheSameWhoeverHelps) {
  IdlePool none(0), three(3);
  std::mt19937 random(5);
  for (int round = 0; round < 12; ++round) {
    const Frame source =
        picture(1 + static_cast<int>(random() % 2500), 1 + static_cast<int>(random() % 1500),
                Look::kNoise, static_cast<std::uint32_t>(random()), random() % 40);
    const double factor = 0.05 + 0.9 * static_cast<double>(random() % 1000) / 1000;
    const Frame alone = scale_with(source, factor, none);
    const Frame helped = scale_with(source, factor, three);
    ASSERT_EQ(alone.width, helped.width);
    ASSERT_TRUE(alone.pixels == helped.pixels)
        << source.width << "x" << source.height << " " << factor;
  }
}

TEST(Scale, KeepsOnePixel) {
  const Frame source = picture(40, 3, Look::kNoise, 9);
  const Frame least = scale(source, 1e-300);
  EXPECT_EQ(least.width, 1);
  EXPECT_EQ(least.height, 1);
  EXPECT_EQ(least.scale, 1.0 / 40);
}

TEST(Scale, RefusesSenselessFactors) {
  const Frame source = picture(4, 3, Look::kNoise, 9);
  for (const double factor : {0.0, -0.5, 1.01, 1e9, std::nan(""), HUGE_VAL})
    EXPECT_EQ(code_of([&] { scale(source, factor); }), "INVALID_ARGUMENT") << factor;
  EXPECT_EQ(code_of([&] { scale(Frame(), 0.5); }), "INVALID_ARGUMENT");
}

}  // namespace
}  // namespace native

#include "native/wayland/outputs.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace native::wayland {
namespace {

// Compositors round the size in desktop units, or cut it off.
TEST(ExactScale, FindsTheScaleBehindWholeUnits) {
  for (int step = 60; step <= 480; step += 5) {
    const double scale = step / 120.0;
    for (const int pixels : {800, 1080, 1366, 1440, 1920, 2160, 2880, 3840}) {
      const int cut = static_cast<int>(pixels / scale);
      EXPECT_NEAR(exact_scale(pixels, cut), scale, scale * scale / pixels + 0.5 / 120)
          << pixels << " at " << scale;
      EXPECT_LT(std::abs(pixels / exact_scale(pixels, cut) - cut), 1.0);
    }
  }
}

TEST(ExactScale, KnowsTheUsualOnes) {
  EXPECT_EQ(exact_scale(1920, 1920), 1);
  EXPECT_EQ(exact_scale(1920, 1280), 1.5);
  EXPECT_EQ(exact_scale(1366, 1092), 1.25);
  EXPECT_EQ(exact_scale(1366, 1093), 1.25);
  EXPECT_EQ(exact_scale(2560, 1463), 1.75);
  EXPECT_EQ(exact_scale(3840, 1920), 2);
}

TEST(ExactScale, IsOneWhereNothingIsKnown) { EXPECT_EQ(exact_scale(800, 0), 1); }

}  // namespace
}  // namespace native::wayland

#include "native/wayland/outputs.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "tests/unit/native/wayland/screen_compositor.hpp"

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

using Screen = ScreenCompositor::Screen;

std::vector<Output> outputs_of(std::vector<Screen> screens) {
  ScreenCompositor::Settings settings;
  settings.screens = std::move(screens);
  const ScreenCompositor compositor(settings);
  const Deadline deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  const auto connection = Connection::open(compositor.socket(), ::getuid(), deadline);
  std::vector<Output> outputs = read_outputs(*connection, deadline);
  for (Output& each : outputs) each.object.reset();  // it goes with the connection
  return outputs;
}

TEST(Outputs, StandFromLeftToRight) {
  const auto outputs =
      outputs_of({{"right", 40, 30, {40, 0, 40, 30}}, {"left", 80, 60, {0, 0, 40, 30}, 2}});
  ASSERT_EQ(outputs.size(), 2U);
  EXPECT_EQ(outputs[0].name, "left");
  EXPECT_EQ(outputs[0].scale, 2);
  EXPECT_EQ(outputs[1].bounds, (Rect{40, 0, 40, 30}));
}

// Wayland counts turns against the clock.
TEST(Outputs, ThatAreTurnedStandUpright) {
  for (const auto& [transform, degrees] : {std::pair{1, 270}, {2, 180}, {3, 90}, {5, 270}}) {
    ScreenCompositor::Settings settings;
    const bool on_its_side = transform % 2 == 1;
    settings.screens = {
        {"S-1", 80, 60, {0, 0, on_its_side ? 30 : 40, on_its_side ? 40 : 30}, 2, transform}};
    const ScreenCompositor compositor(settings);
    const Deadline deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    const auto connection = Connection::open(compositor.socket(), ::getuid(), deadline);
    const std::vector<Display> displays = list_displays(*connection, deadline);
    ASSERT_EQ(displays.size(), 1U);
    EXPECT_EQ(displays[0].rotation, degrees);
    EXPECT_EQ(displays[0].pixel_width, on_its_side ? 60 : 80);
    EXPECT_EQ(displays[0].pixel_height, on_its_side ? 80 : 60);
    EXPECT_EQ(displays[0].scale, 2);
  }
}

TEST(Outputs, OfOneNameAreTwo) {
  const auto outputs =
      outputs_of({{"S-1", 40, 30, {0, 0, 40, 30}}, {"S-1", 40, 30, {40, 0, 40, 30}}});
  ASSERT_EQ(outputs.size(), 2U);
  EXPECT_NE(outputs[0].bounds, outputs[1].bounds);
}

TEST(Outputs, InPlacesThatNoneHasAreLeftOut) {
  constexpr int kLeast = std::numeric_limits<int>::min(), kMost = std::numeric_limits<int>::max();
  const auto outputs = outputs_of({{"right", 40, 30, {0, 0, 40, 30}},
                                   {"far", 40, 30, {kMost, 0, 40, 30}},
                                   {"before", 40, 30, {kLeast, kLeast, 40, 30}},
                                   {"wide", 40, 30, {0, 0, kMost, 30}},
                                   {"negative", 40, 30, {0, 0, kLeast, -30}},
                                   {"flat", 40, 30, {0, 0, 40, 0}},
                                   {"none", 0, 0, {0, 0, 40, 30}},
                                   {"huge", kMost, kMost, {0, 0, 40, 30}},
                                   {"tiny", 40, 30, {0, 0, 0, 0}, kMost}});
  ASSERT_EQ(outputs.size(), 1U);
  EXPECT_EQ(outputs[0].name, "right");
}

TEST(Outputs, AreCountedOnlyToALimit) {
  EXPECT_EQ(outputs_of(std::vector<Screen>(300)).size(), 64U);
}

}  // namespace
}  // namespace native::wayland

#include "native/desktop/region.hpp"

#include <gtest/gtest.h>

#include <random>

namespace native {
namespace {

TEST(Region, SubtractsLikeASetOfPixels) {
  std::mt19937 random(7);
  const auto any = [&](int below) {
    return static_cast<int>(random() % static_cast<unsigned>(below));
  };
  for (int round = 0; round < 200; ++round) {
    Region region(Rect{0, 0, 40, 30});
    std::vector<bool> pixels(40 * 30, true);
    for (int step = 0; step < 8; ++step) {
      const Rect hole{any(50) - 8, any(40) - 8, any(20), any(20)};
      region.subtract(hole);
      for (int i = 0; i < 40 * 30; ++i) {
        if (!intersection(hole, {i % 40, i / 40, 1, 1}).empty())
          pixels[static_cast<std::size_t>(i)] = false;
      }
    }
    for (int i = 0; i < 40 * 30; ++i) {
      int holders = 0;
      for (const Rect& part : region.parts()) {
        if (!intersection(part, {i % 40, i / 40, 1, 1}).empty()) ++holders;
      }
      ASSERT_EQ(holders, pixels[static_cast<std::size_t>(i)] ? 1 : 0) << "round " << round;
    }
  }
}

TEST(Region, SaysWhenItIsNotExactAnyMore) {
  Region region(Rect{0, 0, 400, 400});
  for (int i = 0; i < 10'000 && region.exact(); ++i)
    region.subtract({(i % 130) * 3, (i / 130) * 3, 1, 1});
  EXPECT_FALSE(region.exact());
  EXPECT_LE(region.parts().size(), 8192U);
}

TEST(Region, CutsAndMoves) {
  Region region(Rect{0, 0, 10, 10});
  region.cut_to({5, 5, 10, 10});
  region.move(100, 200);
  ASSERT_EQ(region.parts().size(), 1U);
  EXPECT_EQ(region.parts()[0], (Rect{105, 205, 5, 5}));
}

}  // namespace
}  // namespace native

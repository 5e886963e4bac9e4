#include "native/desktop/records.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

TEST(Rect, Intersects) {
  EXPECT_EQ(intersection({-10, -10, 30, 30}, {0, 5, 100, 100}), (Rect{0, 5, 20, 15}));
  EXPECT_EQ(intersection({0, 0, 10, 10}, {10, 0, 10, 10}), Rect{});
  EXPECT_TRUE(intersection({0, 0, 0, 10}, {0, 0, 10, 10}).empty());
  constexpr int kMax = 2147483647;
  EXPECT_EQ(intersection({kMax - 5, 0, kMax, 10}, {0, 0, 10, 10}), Rect{});
  EXPECT_EQ(intersection({5, 5, kMax, kMax}, {0, 0, 10, 10}), (Rect{5, 5, 5, 5}));
}

TEST(Rect, Bounds) {
  EXPECT_EQ(bounding({-10, 5, 30, 3}, {0, 0, 10, 10}), (Rect{-10, 0, 30, 10}));
  EXPECT_EQ(bounding({{1, 1, 1, 1}, {5, 6, 2, 2}, {0, 3, 1, 1}}), (Rect{0, 1, 7, 7}));
  EXPECT_EQ(bounding(std::vector<Rect>()), Rect{});
}

}  // namespace
}  // namespace native

#include "native/desktop/records.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

TEST(Rect, Intersects) {
  EXPECT_EQ(intersection({-10, -10, 30, 30}, {0, 5, 100, 100}), (Rect{0, 5, 20, 15}));
  EXPECT_EQ(intersection({0, 0, 10, 10}, {10, 0, 10, 10}), Rect{});
  EXPECT_TRUE(intersection({0, 0, 0, 10}, {0, 0, 10, 10}).empty());
  constexpr int kMost = 2147483647;
  EXPECT_EQ(intersection({kMost - 5, 0, kMost, 10}, {0, 0, 10, 10}), Rect{});
  EXPECT_EQ(intersection({5, 5, kMost, kMost}, {0, 0, 10, 10}), (Rect{5, 5, 5, 5}));
}

}  // namespace
}  // namespace native

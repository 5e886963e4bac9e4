#include "native/atspi/shown_children.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace native::atspi {
namespace {

using Indices = std::vector<std::int32_t>;

TEST(ShownChildren, AreARectangleOfAGrid) {
  EXPECT_EQ(grid_indices(0, 33, 16, 100), (Indices{0, 1, 16, 17, 32, 33}));
  EXPECT_EQ(grid_indices(17, 18, 16, 100), (Indices{17, 18}));
  EXPECT_EQ(grid_indices(12'700, 12'702, 1, 100), (Indices{12'700, 12'701, 12'702}));
}

TEST(ShownChildren, AreBounded) {
  constexpr std::int32_t kMost = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(grid_indices(0, kMost, 16'384, 500).size(), 500U);
  EXPECT_EQ(grid_indices(kMost, kMost, 0, 500), (Indices{kMost}));
}

}  // namespace
}  // namespace native::atspi

#include "native/desktop/events/painted_steps.hpp"

#include <gtest/gtest.h>

namespace native {
namespace {

TEST(PaintedSteps, TellWhatCameAfterAMark) {
  PaintedSteps steps;
  const std::uint64_t before = steps.mark();
  EXPECT_FALSE(steps.changed(before, {0, 0, 100, 100}));
  steps.add({{10, 10, 5, 5}});
  EXPECT_TRUE(steps.changed(before, {0, 0, 11, 11}));
  EXPECT_FALSE(steps.changed(before, {50, 50, 10, 10}));
  EXPECT_FALSE(steps.changed(steps.mark(), {0, 0, 100, 100}));
}

TEST(PaintedSteps, SayYesWhereTheyHaveForgotten) {
  PaintedSteps first;
  const std::uint64_t mark = first.mark();
  for (int i = 0; i < 300; ++i) first.add({{0, 0, 1, 1}});
  EXPECT_TRUE(first.has_forgotten(mark));
  EXPECT_TRUE(first.changed(mark, {500, 500, 1, 1}));
  const PaintedSteps later;
  EXPECT_TRUE(later.changed(first.mark(), {500, 500, 1, 1})) << "a mark of another object";
}

TEST(PaintedSteps, KeepTheMarkWhileNothingIsPainted) {
  PaintedSteps steps;
  const std::uint64_t mark = steps.mark();
  steps.add({});
  EXPECT_EQ(steps.mark(), mark);
}

}  // namespace
}  // namespace native

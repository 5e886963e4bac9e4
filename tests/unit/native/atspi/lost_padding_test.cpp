#include "native/atspi/lost_padding.hpp"

#include <gtest/gtest.h>

namespace native::atspi {
namespace {

Node node(int parent, Rect extents) {
  Node result;
  result.parent = parent;
  result.extents = extents;
  return result;
}

TEST(LostPadding, IsThatOfNewerVersionsOfGtk4) {
  EXPECT_TRUE(loses_padding("4.24.1"));
  EXPECT_TRUE(loses_padding("4.16.0"));
  for (const char* const version :
       {"4.8.3", "4.14.5", "3.24.51", "5.0.0", "", "4", "4.", "x.16", "-4.24"})
    EXPECT_FALSE(loses_padding(version)) << version;
}

// The header bar of GNOME Calculator 50 (GTK 4.24), as it was told; its buttons were painted 11
// pixels further to the right and down.
TEST(LostPadding, IsFoundByTheEdgeThatContentLeavesFree) {
  std::vector<Node> nodes = {
      node(-1, {-5, -5, 370, 616}),  // the window
      node(0, {-5, -5, 360, 606}),   // what fills it but for its border
      node(1, {-5, -5, 360, 46}),    // the header bar
      node(2, {-6, -5, 362, 46}),    // as its margins have it
      node(3, {-6, -5, 80, 34}),     // what stands at its begin
      node(3, {110, -5, 78, 34}),    // its title
      node(3, {188, -5, 154, 34}),   // what stands at its end
      node(4, {-6, -5, 74, 34}),     // with room beside it
      node(7, {-6, -5, 34, 34}),     // a button
  };
  restore_padding(nodes);
  EXPECT_EQ(nodes[0].extents, (Rect{-5, -5, 370, 616}));
  EXPECT_EQ(nodes[1].extents, (Rect{0, 0, 360, 606}));
  EXPECT_EQ(nodes[5].extents, (Rect{122, 6, 78, 34}));
  EXPECT_EQ(nodes[8].extents, (Rect{6, 6, 34, 34}));
}

// A window with a title bar of its own, which is a little wider, and a column that does not fill
// it.
TEST(LostPadding, IsFoundBesideATitleBar) {
  std::vector<Node> nodes = {
      node(-1, {-5, -5, 320, 280}), node(0, {-5, 41, 310, 224}), node(1, {-5, 41, 292, 34}),
      node(1, {-5, 201, 292, 34}),  node(0, {-6, -6, 312, 47}),
  };
  restore_padding(nodes);
  EXPECT_EQ(nodes[1].extents, (Rect{0, 46, 310, 224}));
  EXPECT_EQ(nodes[2].extents, (Rect{9, 55, 292, 34}));
  EXPECT_EQ(nodes[4].extents, (Rect{-1, -1, 312, 47}));
}

TEST(LostPadding, OfAMarginIsNotAddedToWhatFillsAnElement) {
  std::vector<Node> nodes = {
      node(-1, {0, 0, 360, 260}),
      node(0, {12, 12, 336, 236}),
      node(1, {24, 24, 336, 236}),  // counted twice
      node(2, {24, 24, 64, 44}),
  };
  restore_padding(nodes);
  EXPECT_EQ(nodes[2].extents, (Rect{12, 12, 336, 236}));
  EXPECT_EQ(nodes[3].extents, (Rect{12, 12, 64, 44}));
}

TEST(LostPadding, IsTheSameOnAllSidesOfAColumnOrARow) {
  std::vector<Node> nodes = {
      node(-1, {0, 0, 320, 280}), node(0, {0, 0, 302, 34}), node(0, {0, 40, 302, 34}),
      node(-1, {0, 0, 320, 46}),  node(3, {0, 0, 80, 34}),  node(3, {90, 0, 40, 34}),
  };
  restore_padding(nodes);
  EXPECT_EQ(nodes[1].extents, (Rect{9, 9, 302, 34}));
  EXPECT_EQ(nodes[2].extents, (Rect{9, 49, 302, 34}));
  EXPECT_EQ(nodes[4].extents, (Rect{6, 6, 80, 34}));
  EXPECT_EQ(nodes[5].extents, (Rect{96, 6, 40, 34}));
}

TEST(LostPadding, IsNotSeenInWhatDoesNotFillItsParent) {
  std::vector<Node> nodes = {
      node(-1, {0, 0, 300, 200}), node(0, {0, 0, 100, 20}),   // in a corner
      node(-1, {0, 0, 300, 200}), node(2, {4, 0, 280, 180}),  // not at the begin
      node(-1, {0, 0, 300, 200}), node(4, {0, 0, 290, 200}),  // room beside it
      node(-1, {0, 0, 300, 200}), node(6, {0, 0, 300, 900}),  // scrolled
      node(-1, {0, 0, 300, 200}), node(8, {0, 0, 291, 191}),  // nothing has two middles
  };
  const std::vector<Node> told = nodes;
  restore_padding(nodes);
  for (std::size_t i = 0; i < nodes.size(); ++i) EXPECT_EQ(nodes[i].extents, told[i].extents) << i;
}

TEST(LostPadding, IsNotDecidedByBoundsAtRandom) {
  std::vector<Node> nodes = {
      node(-1, {0, 0, 300, 200}),
      node(0, {0, 0, 280, 180}),
      node(0, {0, 0, -1252331996, 22009}),
      node(0, {0, 0, 22009, 12}),
  };
  restore_padding(nodes);
  EXPECT_EQ(nodes[1].extents, (Rect{10, 10, 280, 180}));
}

}  // namespace
}  // namespace native::atspi

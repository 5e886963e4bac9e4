#include "native/atspi/content_places.hpp"

#include <gtest/gtest.h>

#include "native/atspi/names.hpp"

namespace native::atspi {
namespace {

constexpr std::uint32_t kPanel = 39;

Node node(int parent, std::uint32_t role, std::optional<Rect> extents) {
  Node result;
  result.parent = parent;
  result.role = role;
  result.extents = extents;
  return result;
}

TEST(ContentPlaces, MovesWhatARootPaneHoldsBelowTheMenuBar) {
  std::vector<Node> nodes = {
      node(-1, kPanel, Rect{0, 44, 1280, 756}),     node(0, kRootPane, Rect{0, 19, 1280, 756}),
      node(1, kParagraph, Rect{207, 217, 793, 15}), node(1, kPanel, Rect{4, 60, 189, 34}),
      node(3, kPanel, Rect{4, 85, 189, 34}),  // a GTK control
      node(4, kText, Rect{4, 85, 153, 34}),
  };
  correct_places(nodes);
  EXPECT_EQ(nodes[1].extents, (Rect{0, 44, 1280, 756}));
  EXPECT_EQ(nodes[2].extents, (Rect{207, 242, 793, 15}));
  EXPECT_EQ(nodes[3].extents, (Rect{4, 85, 189, 34}));
  EXPECT_EQ(nodes[4].extents, (Rect{4, 85, 189, 34}));
  EXPECT_EQ(nodes[5].extents, (Rect{4, 85, 153, 34}));
}

TEST(ContentPlaces, HidesMenusOfAMenuBarWithoutHeight) {
  std::vector<Node> nodes = {
      node(-1, kPanel, Rect{0, 44, 1280, 756}),
      node(0, kRootPane, Rect{0, 19, 1280, 756}),
      node(1, kMenuBar, std::nullopt),
      node(2, kMenu, Rect{0, 19, 35, 19}),
  };
  correct_places(nodes);
  EXPECT_EQ(nodes[3].extents, std::nullopt);
}

TEST(ContentPlaces, HidesWhatIsScrolledOutOfAView) {
  std::vector<Node> nodes = {
      node(-1, kPanel, Rect{0, 0, 400, 300}),     node(0, kList, Rect{10, 10, 200, 100}),
      node(1, kTableCell, Rect{10, 90, 50, 40}),  node(1, kTableCell, Rect{10, 110, 50, 40}),
      node(3, kText, Rect{10, 110, 20, 20}),      node(1, kList, Rect{10, 150, 50, 90}),
      node(5, kTableCell, Rect{10, 160, 50, 20}),
  };
  correct_places(nodes);
  EXPECT_EQ(nodes[2].extents, (Rect{10, 90, 50, 40})) << "a part of it shows";
  EXPECT_EQ(nodes[3].extents, std::nullopt);
  EXPECT_EQ(nodes[4].extents, std::nullopt);
  EXPECT_EQ(nodes[6].extents, (Rect{10, 160, 50, 20})) << "of a menu in a web page";
}

TEST(ContentPlaces, LeavesOtherProgramsAlone) {
  const std::vector<Node> before = {
      node(-1, kPanel, Rect{0, 19, 400, 300}),   node(0, kPanel, Rect{0, 39, 400, 300}),
      node(1, kMenuBar, std::nullopt),           node(2, kMenu, Rect{0, 19, 35, 19}),
      node(0, kRootPane, Rect{0, 30, 400, 289}),
  };
  std::vector<Node> nodes = before;
  correct_places(nodes);
  for (std::size_t i = 0; i < nodes.size(); ++i) EXPECT_EQ(nodes[i].extents, before[i].extents);
}

}  // namespace
}  // namespace native::atspi

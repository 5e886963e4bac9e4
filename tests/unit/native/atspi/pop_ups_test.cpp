#include "native/atspi/pop_ups.hpp"

#include <gtest/gtest.h>

#include "native/atspi/names.hpp"

namespace native::atspi {
namespace {

constexpr std::uint32_t kFrame = 23;
constexpr std::uint32_t kPanel = 39;

Node node(int parent, std::uint32_t role) {
  Node result;
  result.parent = parent;
  result.role = role;
  return result;
}

// Returns for each of the nodes whether it is found to be in a pop-up.
std::vector<bool> found(std::vector<Node> nodes) {
  find_pop_ups(nodes);
  std::vector<bool> result;
  for (const Node& each : nodes) result.push_back(each.in_pop_up);
  return result;
}

TEST(PopUps, HoldTheItemsOfAMenuBarsMenus) {
  EXPECT_EQ(found({node(-1, kFrame), node(0, kMenuBar), node(1, kMenu), node(2, kMenuItem),
                   node(2, kMenu), node(4, kCheckMenuItem), node(0, kText)}),
            (std::vector{false, false, false, true, true, true, false}));
}

TEST(PopUps, HoldTheItemsOfQtsMenus) {
  EXPECT_EQ(found({node(-1, kFrame), node(0, kMenuBar), node(1, kMenuItem), node(2, kPopupMenu),
                   node(3, kMenuItem)}),
            (std::vector{false, false, false, true, true}));
}

TEST(PopUps, HoldPopoversOfButtons) {
  EXPECT_EQ(found({node(-1, kFrame), node(0, kPushButton), node(1, kMenu), node(2, kPanel),
                   node(3, kMenuItem)}),
            (std::vector{false, false, true, true, true}));
}

TEST(PopUps, AreKnownByTheirClassInGtk4) {
  std::vector<Node> nodes = {node(-1, kFrame), node(0, kPushButton), node(1, kPanel),
                             node(2, kPushButton)};
  nodes[2].name = "GtkPopover";
  EXPECT_EQ(found(nodes), (std::vector{false, false, true, true}));
}

TEST(PopUps, HoldTheListOfAComboBoxButNotItsText) {
  EXPECT_EQ(found({node(-1, kFrame), node(0, kComboBox), node(1, kEntry), node(1, kMenu),
                   node(3, kMenuItem), node(1, kPushButton)}),
            (std::vector{false, false, false, true, true, false}));
}

TEST(PopUps, HoldNoMenusOfPages) {
  EXPECT_EQ(found({node(-1, kFrame), node(0, kDocumentWeb), node(1, kMenu), node(2, kMenuItem),
                   node(1, kComboBox), node(4, kMenu)}),
            (std::vector{false, false, false, false, false, true}));
}

}  // namespace
}  // namespace native::atspi

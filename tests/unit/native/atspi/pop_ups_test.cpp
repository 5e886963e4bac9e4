#include "native/atspi/pop_ups.hpp"

#include <gtest/gtest.h>

#include "native/atspi/names.hpp"

namespace native::atspi {
namespace {

constexpr std::uint32_t kWindowFrame = 23;
constexpr std::uint32_t kPane = 39;

Node role_below(int parent, std::uint32_t role) {
  Node result;
  result.parent = parent;
  result.role = role;
  return result;
}

// Returns for each of the nodes whether it is found to be in a pop-up.
std::vector<bool> in_pop_ups(std::vector<Node> nodes) {
  find_pop_ups(nodes);
  std::vector<bool> result;
  for (const Node& each : nodes) result.push_back(each.in_pop_up);
  return result;
}

TEST(PopUps, HoldTheItemsOfAMenuBarsMenus) {
  EXPECT_EQ(in_pop_ups({role_below(-1, kWindowFrame), role_below(0, kMenuBar), role_below(1, kMenu),
                        role_below(2, kMenuItem), role_below(2, kMenu),
                        role_below(4, kCheckMenuItem), role_below(0, kText)}),
            (std::vector{false, false, false, true, true, true, false}));
}

TEST(PopUps, HoldTheItemsOfQtsMenus) {
  EXPECT_EQ(
      in_pop_ups({role_below(-1, kWindowFrame), role_below(0, kMenuBar), role_below(1, kMenuItem),
                  role_below(2, kPopupMenu), role_below(3, kMenuItem)}),
      (std::vector{false, false, false, true, true}));
}

TEST(PopUps, HoldPopoversOfButtons) {
  EXPECT_EQ(in_pop_ups({role_below(-1, kWindowFrame), role_below(0, kPushButton),
                        role_below(1, kMenu), role_below(2, kPane), role_below(3, kMenuItem)}),
            (std::vector{false, false, true, true, true}));
}

TEST(PopUps, AreKnownByTheirClassInGtk4) {
  std::vector<Node> nodes = {role_below(-1, kWindowFrame), role_below(0, kPushButton),
                             role_below(1, kPane), role_below(2, kPushButton)};
  nodes[2].name = "GtkPopover";
  EXPECT_EQ(in_pop_ups(nodes), (std::vector{false, false, true, true}));
}

TEST(PopUps, HoldTheListOfAComboBoxButNotItsText) {
  EXPECT_EQ(
      in_pop_ups({role_below(-1, kWindowFrame), role_below(0, kComboBox), role_below(1, kEntry),
                  role_below(1, kMenu), role_below(3, kMenuItem), role_below(1, kPushButton)}),
      (std::vector{false, false, false, true, true, false}));
}

TEST(PopUps, HoldNoMenusOfPages) {
  EXPECT_EQ(
      in_pop_ups({role_below(-1, kWindowFrame), role_below(0, kDocumentWeb), role_below(1, kMenu),
                  role_below(2, kMenuItem), role_below(1, kComboBox), role_below(4, kMenu)}),
      (std::vector{false, false, false, false, false, true}));
}

}  // namespace
}  // namespace native::atspi

#include "native/desktop/menu_walk.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "native/fake/fake_menus.hpp"

namespace native {
namespace {

using Log = std::vector<std::string>;

class MenuWalk : public testing::Test {
 protected:
  MenuWalk() {
    FakeMenus::Item recent{"Recent", {{"letter.txt"}, {"report.txt"}}};
    recent.lazy = true;
    FakeMenus::Item off{"Off"};
    off.enabled = false;
    menus_.set({{"File", {{"New"}, {"Save As…"}, recent}}, {"View", {off, {"Same"}, {"same"}}}});
  }
  MenuSearch find(const std::vector<std::string>& names, bool may_open = true) {
    return find_menu_item(*menus_.open(may_open, {}), names, {});
  }
  MenuListing read(const MenuLimits& limits = {}, bool may_open = true) {
    return read_menus(*menus_.open(may_open, {}), limits, {});
  }

  FakeMenus menus_;
};

TEST_F(MenuWalk, ReadsLevelByLevel) {
  const MenuTree tree = read().tree;
  Log names;
  for (const MenuItem& item : tree.items) names.push_back(item.name);
  EXPECT_EQ(names, (Log{"File", "View", "New", "Save As…", "Recent", "Off", "Same", "same",
                        "letter.txt", "report.txt"}));
  EXPECT_EQ(tree.items[8].parent, 4);
  EXPECT_EQ(tree.closed, 0);
  EXPECT_EQ(menus_.take_log(), (Log{"open Recent", "close Recent"}));
}

TEST_F(MenuWalk, TakesABarThatIsToldTwiceForOne) {
  const FakeMenus::Item file{"File", {{"Save"}}}, view{"View", {{"Zoom"}}};
  menus_.set({file, view, file, view});
  EXPECT_EQ(read().tree.items.size(), 4U);
  EXPECT_EQ(find({"File", "Save"}).item->name, "Save");
  menus_.set({file, view, view, file});
  EXPECT_EQ(read().tree.items.size(), 8U) << "the halves differ";
}

TEST_F(MenuWalk, CountsWhatIsBeyondTheLimits) {
  MenuLimits limits;
  limits.items = 3;
  const MenuTree few = read(limits).tree;
  ASSERT_EQ(few.items.size(), 3U);
  EXPECT_EQ(few.items[0].left_out, 2);
  EXPECT_EQ(few.items[1].left_out, 1);
  limits = {};
  limits.depth = 1;
  EXPECT_EQ(read(limits).tree.items.size(), 2U);
  limits.items = 0;
  EXPECT_EQ(read(limits).tree.left_out, 2);
}

TEST_F(MenuWalk, ReadsWhatIsBelowAnItem) {
  MenuLimits limits;
  limits.below = {"file"};
  EXPECT_EQ(read(limits).tree.items.size(), 5U);
  limits.below = {"File", "Old"};
  const MenuListing missing = read(limits);
  EXPECT_FALSE(missing.search.item);
  EXPECT_EQ(missing.search.failed_at, 1U);
  EXPECT_EQ(missing.search.level.items.size(), 3U);
}

TEST_F(MenuWalk, LeavesClosedWhatMayNotBeOpened) {
  EXPECT_EQ(read({}, false).tree.closed, 1);
  EXPECT_TRUE(find({"File", "Recent", "report.txt"}, false).closed);
  EXPECT_TRUE(menus_.take_log().empty());
  EXPECT_TRUE(find({"File", "Recent", "report.txt"}).item);
}

TEST_F(MenuWalk, ReadsALevelAsItIsWhenItGetsThere) {
  int levels = 0;
  menus_.set_before_level([&] {
    if (++levels == 2) menus_.set({{"File", {{"Other"}}}});
  });
  const MenuSearch search = find({"File", "New"});
  EXPECT_FALSE(search.item);
  ASSERT_EQ(search.level.items.size(), 1U);
  EXPECT_EQ(search.level.items[0].name, "Other");
}

TEST_F(MenuWalk, ChoosesWhatCanBeChosen) {
  EXPECT_TRUE(choose_in(*menus_.open(true, {}), {"File", "save as..."}, {}).chosen);
  EXPECT_EQ(menus_.take_log(), Log{"choose Save As…"});
  EXPECT_FALSE(choose_in(*menus_.open(true, {}), {"View", "Off"}, {}).chosen);
  EXPECT_FALSE(choose_in(*menus_.open(true, {}), {"File"}, {}).chosen);
  EXPECT_EQ(choose_in(*menus_.open(true, {}), {"View", "SAME"}, {}).search.alike, 2);
  EXPECT_TRUE(menus_.take_log().empty());
}

TEST_F(MenuWalk, MasksNamesBeforeItLooksAtThem) {
  const auto mask = [](MenuItem& item) {
    if (item.name == "New") item.name = "[name]";
  };
  EXPECT_FALSE(find_menu_item(*menus_.open(true, {}), {"File", "New"}, mask).item);
  EXPECT_TRUE(find_menu_item(*menus_.open(true, {}), {"File", "[name]"}, mask).item);
}

TEST_F(MenuWalk, EndsInMenusWithoutEnd) {
  FakeMenus::Item level{"Deeper"};
  for (int i = 0; i < 40; ++i) level = FakeMenus::Item{"Deeper", {level}};
  menus_.set({level});
  EXPECT_EQ(read().tree.items.size(), kMaxMenuDepth);
  EXPECT_EQ(read().tree.items.back().left_out, 1);
}

}  // namespace
}  // namespace native

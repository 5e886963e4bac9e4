#include "native/dbus/gtk_menus.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "native/desktop/menu_walk.hpp"
#include "tests/unit/native/dbus/mock_tray.hpp"
#include "tests/unit/native/dbus/support.hpp"

namespace native {
namespace {

using test::act;

class GtkMenusTest : public testing::Test {
 protected:
  MenuWish wish() const {
    MenuWish wish;
    wish.exported = {service_.name(), "/menus", "", "/app", "/win"};
    return wish;
  }
  std::unique_ptr<MenuSource> open() {
    return open_gtk_menus(service_.address(), service_.pid(), wish(), act());
  }
  MenuItem find(const std::vector<std::string>& names) {
    const MenuSearch search = find_menu_item(*open(), names, {});
    EXPECT_EQ(service_.line(), R"({"ended": [0, 1]})");
    return search.item.value_or(MenuItem{});
  }

  test::MockTray service_{"gtk"};
};

TEST_F(GtkMenusTest, ReadsSectionsAndSubmenus) {
  const MenuTree tree = read_menus(*open(), {}, {}).tree;
  std::vector<std::string> names;
  for (const MenuItem& item : tree.items) names.push_back(item.name);
  EXPECT_EQ(names, (std::vector<std::string>{"File", "View", "Save As…", "Quit", "Grid", "Left",
                                             "Right", "Gone"}));
  EXPECT_EQ(tree.items[2].shortcut, "Ctrl+Shift+S");
}

TEST_F(GtkMenusTest, TellsTheStateOfActions) {
  EXPECT_FALSE(find({"File", "Save As…"}).enabled);
  EXPECT_TRUE(find({"View", "Grid"}).checked);
  EXPECT_TRUE(find({"View", "Left"}).checked);
  EXPECT_FALSE(find({"View", "Right"}).checked);
  EXPECT_FALSE(find({"View", "Gone"}).enabled);
}

TEST_F(GtkMenusTest, ActivatesActions) {
  EXPECT_TRUE(choose_in(*open(), {"View", "Right"}, {}).chosen);
  EXPECT_EQ(service_.line(), R"({"chosen": "side", "with_": ["right"]})");
}

TEST_F(GtkMenusTest, BelongToTheProgramOfTheWindow) {
  EXPECT_EQ(open_gtk_menus(service_.address(), service_.pid() + 1, wish(), act()), nullptr);
  MenuWish other = wish();
  other.exported.menu_bar = "/elsewhere";
  EXPECT_EQ(open_gtk_menus(service_.address(), service_.pid(), other, act()), nullptr);
  EXPECT_EQ(open_gtk_menus("", service_.pid(), wish(), act()), nullptr);
}

TEST_F(GtkMenusTest, AStoppedProgramDoesNotAnswer) {
  service_.stop();
  try {
    open();
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "TIMEOUT");
  }
  service_.go_on();
}

}  // namespace
}  // namespace native

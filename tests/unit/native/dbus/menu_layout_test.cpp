#include "native/dbus/menu_layout.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "native/dbus/dbus_tray.hpp"
#include "tests/unit/native/dbus/made_message.hpp"

namespace native::dbus {
namespace {

// Writes a node with these properties, each by a function, and leaves its list of children open.
class Menu {
 public:
  Menu() {
    message_.number('u', std::uint32_t{7});
    begin(0);
    message_.close();
    message_.open('a', "v");
  }
  Menu& item(std::int32_t id) {
    message_.open('v', "(ia{sv}av)");
    begin(id);
    return *this;
  }
  Menu& text(const char* name, const std::string& value) {
    return property(name, "s", [&] { message_.text(value); });
  }
  Menu& flag(const char* name, bool on) {
    return property(name, "b", [&] { message_.number('b', on ? 1 : 0); });
  }
  Menu& number(const char* name, std::int32_t value) {
    return property(name, "i", [&] { message_.number('i', value); });
  }
  Menu& shortcut(const std::vector<std::string>& keys) {
    return property("shortcut", "aas", [&] {
      message_.open('a', "as");
      message_.open('a', "s");
      for (const std::string& key : keys) message_.text(key);
      message_.close();
      message_.close();
    });
  }
  Menu& end() {
    message_.close();
    message_.open('a', "v");
    message_.close();
    message_.close();
    message_.close();
    return *this;
  }
  // Puts something else where a child should be.
  Menu& stranger() {
    message_.open('v', "s");
    message_.text("no item");
    message_.close();
    return *this;
  }
  MenuLayout read(bool* is_layout) {
    message_.close();
    message_.close();
    Reply reply = message_.reply();
    MenuLayout layout;
    *is_layout = read_menu_layout(reply, &layout);
    return layout;
  }

 private:
  void begin(std::int32_t id) {
    message_.open('r', "ia{sv}av");
    message_.number('i', id);
    message_.open('a', "{sv}");
  }
  template <class Write>
  Menu& property(const char* name, const char* type, const Write& write) {
    message_.open('e', "sv");
    message_.text(name);
    message_.open('v', type);
    write();
    message_.close();
    message_.close();
    return *this;
  }

  test::MadeMessage message_;
};

TEST(MenuLayout, TellsItems) {
  Menu menu;
  menu.item(1).text("label", "_Save __as__").shortcut({"Control", "Shift", "s"}).end();
  menu.item(2)
      .text("label", "Grid")
      .text("toggle-type", "checkmark")
      .number("toggle-state", 1)
      .end();
  menu.item(3).text("label", "Off").flag("enabled", false).number("toggle-state", -1).end();
  menu.item(4).text("label", "More").text("children-display", "submenu").end();
  bool is_layout = false;
  const MenuLayout layout = menu.read(&is_layout);
  ASSERT_TRUE(is_layout);
  EXPECT_EQ(layout.revision, 7U);
  ASSERT_EQ(layout.level.items.size(), 4U);
  const MenuItem& save = layout.level.items[0];
  EXPECT_EQ(save.name, "Save _as_");
  EXPECT_EQ(save.shortcut, "Ctrl+Shift+S");
  EXPECT_EQ(save.handle, "1");
  EXPECT_TRUE(save.enabled && !save.checked && !save.has_submenu);
  EXPECT_TRUE(layout.level.items[1].checked);
  EXPECT_FALSE(layout.level.items[2].enabled);
  EXPECT_FALSE(layout.level.items[2].checked);
  EXPECT_TRUE(layout.level.items[3].has_submenu);
}

TEST(MenuLayout, LeavesOutLinesAndWhatIsInvisible) {
  Menu menu;
  menu.item(1).text("type", "separator").end();
  menu.item(2).text("label", "Hidden").flag("visible", false).end();
  menu.item(3).text("label", "There").end();
  bool is_layout = false;
  const MenuLayout layout = menu.read(&is_layout);
  ASSERT_EQ(layout.level.items.size(), 1U);
  EXPECT_EQ(layout.level.items[0].name, "There");
}

TEST(MenuLayout, TakesWrongTypesAsNothing) {
  Menu menu;
  menu.item(1)
      .number("label", 7)
      .text("enabled", "no")
      .text("visible", "no")
      .flag("shortcut", true);
  menu.end().stranger();
  bool is_layout = false;
  const MenuLayout layout = menu.read(&is_layout);
  ASSERT_TRUE(is_layout);
  ASSERT_EQ(layout.level.items.size(), 1U);
  EXPECT_EQ(layout.level.items[0].name, "");
  EXPECT_TRUE(layout.level.items[0].enabled);
}

TEST(MenuLayout, CountsWhatIsTooMuch) {
  Menu menu;
  for (std::size_t i = 0; i < kMaxMenuItems + 3; ++i)
    menu.item(static_cast<std::int32_t>(i)).text("label", "x").end();
  bool is_layout = false;
  const MenuLayout layout = menu.read(&is_layout);
  EXPECT_EQ(layout.level.items.size(), kMaxMenuItems);
  EXPECT_EQ(layout.level.left_out, 3);
}

TEST(MenuLayout, IsNoneOfAnotherType) {
  test::MadeMessage message;
  message.text("no menu");
  Reply reply = message.reply();
  MenuLayout layout;
  EXPECT_FALSE(read_menu_layout(reply, &layout));
}

RC_GTEST_PROP(MenuLayoutProperty, IsBounded, (const std::vector<std::uint8_t>& bytes)) {
  test::MadeMessage message;
  test::Choices choices(bytes);
  test::LayoutWriter(message, choices).layout();
  Reply reply = message.reply();
  MenuLayout layout;
  RC_ASSERT(read_menu_layout(reply, &layout));
  for (const MenuItem& item : layout.level.items) {
    RC_ASSERT(item.name.size() <= kMaxMenuText);
    RC_ASSERT(item.shortcut.size() <= 8 * (kMaxMenuText + 1));
    RC_ASSERT(!item.handle.empty());
  }
}

TEST(TrayPlace, HasBothForms) {
  EXPECT_EQ(read_tray_place(":1.5"), (TrayPlace{":1.5", "/StatusNotifierItem"}));
  EXPECT_EQ(read_tray_place("org.kde.StatusNotifierItem-7-1/StatusNotifierItem"),
            (TrayPlace{"org.kde.StatusNotifierItem-7-1", "/StatusNotifierItem"}));
  EXPECT_EQ(read_tray_place(":1.5/org/ayatana/NotificationItem/x"),
            (TrayPlace{":1.5", "/org/ayatana/NotificationItem/x"}));
  EXPECT_EQ(read_tray_place(":1.5@/StatusNotifierItem"),
            (TrayPlace{":1.5", "/StatusNotifierItem"}));
  EXPECT_EQ(read_tray_place(""), (TrayPlace{"", "/StatusNotifierItem"}));
}

}  // namespace
}  // namespace native::dbus

#include "native/dbus/dbus_tray.hpp"

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
using test::in;

using Names = std::vector<std::string>;

template <class Work>
Error error_of(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error;
  }
  return Error("none", "");
}

class DbusTrayTest : public testing::Test {
 protected:
  DbusTrayTest() : tray_(open_dbus_tray([this] { return service_.address(); })) {}
  MenuSearch find(const Names& names) {
    return find_menu_item(*tray_->menu(service_.name(), act()), names, {});
  }

  test::MockTray service_{"tray"};
  std::unique_ptr<Tray> tray_;
};

TEST_F(DbusTrayTest, ListsBothFormsOfRegistration) {
  const std::vector<TrayItem> items = tray_->items(in(20'000));
  ASSERT_EQ(items.size(), 2U) << "the program of the third is not there";
  EXPECT_EQ(items[0].id, service_.name());
  EXPECT_EQ(items[1].id, service_.name() + "/other");
  for (const TrayItem& item : items) {
    EXPECT_EQ(item.description, "Over it");
    EXPECT_EQ(item.name, "mock");
    EXPECT_EQ(item.title, "A Mock");
    EXPECT_EQ(item.status, "Active");
    EXPECT_EQ(item.pid, service_.pid());
    EXPECT_TRUE(item.has_menu && item.answers);
  }
}

TEST_F(DbusTrayTest, ClicksAndTellsOfMenus) {
  EXPECT_EQ(tray_->click(service_.name(), {}, act()), Tray::Clicked::kActivated);
  EXPECT_EQ(service_.line(), R"({"activated": true})");
  service_.say("refuse");
  EXPECT_EQ(tray_->click(service_.name(), {}, act()), Tray::Clicked::kHasMenu);
}

TEST_F(DbusTrayTest, ChoosesItems) {
  EXPECT_TRUE(choose_in(*tray_->menu(service_.name(), act()), {"More", "deep"}, {}).chosen);
  EXPECT_EQ(service_.line(), R"({"event": "clicked", "item": 51})");
  EXPECT_TRUE(find({"Enabled"}).item->checked);
  EXPECT_FALSE(find({"Off"}).item->enabled);
  const MenuSearch missing = find({"Bye"});
  EXPECT_EQ(missing.level.items.size(), 5U);
}

TEST_F(DbusTrayTest, OpensMenusThatAreFilledThenAndClosesThem) {
  service_.say("fill");
  EXPECT_TRUE(find({"Late", "Now"}).item);
  EXPECT_EQ(service_.line(), R"({"event": "opened", "item": 6})");
  EXPECT_EQ(service_.line(), R"({"event": "closed", "item": 6})");
}

TEST_F(DbusTrayTest, AProgramThatDoesNotAnswerTakesLittleTime) {
  ASSERT_EQ(tray_->items(in(20'000)).size(), 2U);
  const std::unique_ptr<MenuSource> menu = tray_->menu(service_.name(), act());
  service_.stop();
  const auto began = std::chrono::steady_clock::now();
  EXPECT_EQ(error_of([&] { menu->level(nullptr); }).code, "TIMEOUT");
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(4));
  service_.go_on();
}

TEST_F(DbusTrayTest, AProgramThatEndsIsSaidToHaveEnded) {
  const std::unique_ptr<MenuSource> menu = tray_->menu(service_.name(), act());
  service_.end();
  EXPECT_EQ(error_of([&] { menu->level(nullptr); }).code, "WINDOW_NOT_FOUND");
}

TEST_F(DbusTrayTest, WithoutAWatcherAPanelIsNamed) {
  service_.say("unwatch");
  const Error error = error_of([&] { tray_->items(in(20'000)); });
  EXPECT_EQ(error.code, "PROVIDER_UNAVAILABLE");
  EXPECT_EQ(error.fact("reason"), "not running");
  EXPECT_NE(error.hint.find("xfce4-panel"), std::string::npos);
  const auto none = open_dbus_tray([] { return std::string(); });
  EXPECT_EQ(error_of([&] { none->items(in(20'000)); }).code, "PROVIDER_UNAVAILABLE");
}

TEST_F(DbusTrayTest, AnIconThatIsGoneIsNotFound) {
  EXPECT_EQ(error_of([&] { tray_->item(":1.999/gone", in(20'000)); }).code, "ELEMENT_NOT_FOUND");
  EXPECT_EQ(error_of([&] { tray_->item("bad name", in(20'000)); }).code, "ELEMENT_NOT_FOUND");
}

}  // namespace
}  // namespace native

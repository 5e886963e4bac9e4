#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "native/dbus/dbus_tray.hpp"
#include "native/desktop/menu_walk.hpp"
#include "native/fake/fake_tray.hpp"
#include "tests/unit/native/dbus/mock_tray.hpp"
#include "tests/unit/native/dbus/support.hpp"

// The contract of Tray, for every backend.
namespace native {
namespace {

using test::act;
using test::failure_of;
using test::in;

// Two icons with the title "A Mock" and one menu: "Hello", "Enabled", which is checked, "Off",
// which is disabled, and "More" with "Deep" in it.
class TrayWorld {
 public:
  virtual ~TrayWorld() = default;
  virtual Tray& tray() = 0;
  // Returns the id of the first icon.
  virtual std::string icon() const = 0;
  virtual std::int64_t pid() const = 0;
  // Lets a click on an icon have no effect but its menu from now on.
  virtual void refuse_clicks() = 0;
  // Returns what arrives next at the program: "clicked", or the name of the item that was chosen.
  virtual std::string arrived() = 0;
  virtual void end_panel() = 0;
};

class FakeIcons : public TrayWorld {
 public:
  FakeIcons() { add(Tray::Clicked::kActivated); }
  Tray& tray() override { return fake_; }
  std::string icon() const override { return "first"; }
  std::int64_t pid() const override { return 4711; }
  void refuse_clicks() override {
    for (const char* const id : {"first", "second"}) fake_.remove(id);
    add(Tray::Clicked::kHasMenu);
  }
  std::string arrived() override {
    if (!fake_.take_clicks().empty()) return "clicked";
    const std::string choose = "choose ";
    for (const std::string& line : menus_->take_log())
      if (line.starts_with(choose)) return line.substr(choose.size());
    return "nothing";
  }
  void end_panel() override {
    fake_.fail(
        Error("PROVIDER_UNAVAILABLE", "no panel", "Start one.", {{"reason", "not running"}}));
  }

 private:
  void add(Tray::Clicked clicked) {
    for (const char* const id : {"first", "second"}) {
      FakeMenus& menus = fake_.add(id, "A Mock", pid(), clicked);
      menus.set({{.name = "Hello"},
                 {.name = "Enabled", .checked = true},
                 {.name = "Off", .enabled = false},
                 {.name = "More", .items = {{.name = "Deep"}}}});
      if (id == icon()) menus_ = &menus;
    }
  }

  FakeTray fake_;
  FakeMenus* menus_ = nullptr;
};

class DbusIcons : public TrayWorld {
 public:
  DbusIcons() : tray_(open_dbus_tray([this] { return service_.address(); })) {}
  Tray& tray() override { return *tray_; }
  std::string icon() const override { return service_.name(); }
  std::int64_t pid() const override { return service_.pid(); }
  void refuse_clicks() override { service_.say("refuse"); }
  std::string arrived() override {
    const std::string line = service_.line();
    if (line == R"({"activated": true})") return "clicked";
    return line == R"({"event": "clicked", "item": 51})" ? "Deep" : line;
  }
  void end_panel() override { service_.say("unwatch"); }

 private:
  test::MockTray service_{"tray"};
  std::unique_ptr<Tray> tray_;
};

using MakeTrayWorld = std::unique_ptr<TrayWorld> (*)();

template <class World>
std::unique_ptr<TrayWorld> make_tray_world() {
  return std::make_unique<World>();
}

class TrayContract : public testing::TestWithParam<MakeTrayWorld> {
 protected:
  std::unique_ptr<TrayWorld> world_ = GetParam()();
  Tray& tray_ = world_->tray();
};

TEST_P(TrayContract, IconsAreListedAsTheyAre) {
  const std::vector<TrayItem> items = tray_.items(in(20'000));
  ASSERT_EQ(items.size(), 2U);
  EXPECT_EQ(items[0].id, world_->icon());
  EXPECT_NE(items[1].id, items[0].id);
  for (const TrayItem& listed : items) {
    const TrayItem alone = tray_.item(listed.id, in(20'000));
    EXPECT_EQ(alone.id, listed.id);
    EXPECT_EQ(alone.description, listed.description);
    for (const TrayItem& each : {listed, alone}) {
      EXPECT_EQ(each.title, "A Mock");
      EXPECT_NE(each.description, "");
      EXPECT_EQ(each.status, "Active");
      EXPECT_EQ(each.pid, world_->pid());
      EXPECT_TRUE(each.has_menu && each.answers);
    }
  }
}

TEST_P(TrayContract, AClickArrivesOrLeavesTheMenu) {
  EXPECT_EQ(tray_.click(world_->icon(), {}, act()), Tray::Clicked::kActivated);
  EXPECT_EQ(world_->arrived(), "clicked");
  world_->refuse_clicks();
  EXPECT_EQ(tray_.click(world_->icon(), {}, act()), Tray::Clicked::kHasMenu);
}

TEST_P(TrayContract, AClickThatIsStoppedDoesNotArrive) {
  Act stopped = act();
  stopped.check = [] { throw std::runtime_error("stopped"); };
  EXPECT_THROW(tray_.click(world_->icon(), {}, stopped), std::runtime_error);
  // What arrives first is the next thing that was done.
  EXPECT_TRUE(choose_in(*tray_.menu(world_->icon(), act()), {"More", "Deep"}, {}).chosen);
  EXPECT_EQ(world_->arrived(), "Deep");
}

TEST_P(TrayContract, MenusAreReadByLevels) {
  const std::unique_ptr<MenuSource> menu = tray_.menu(world_->icon(), act());
  const auto found = [&](const char* name) { return find_menu_item(*menu, {name}, {}).item; };
  EXPECT_TRUE(found("Hello")->enabled);
  EXPECT_FALSE(found("Hello")->checked);
  EXPECT_TRUE(found("Enabled")->checked);
  EXPECT_FALSE(found("Off")->enabled);
  EXPECT_TRUE(found("More")->has_submenu);
  EXPECT_FALSE(found("Deep"));
  EXPECT_TRUE(find_menu_item(*menu, {"More", "Deep"}, {}).item);
}

TEST_P(TrayContract, WhatIsDisabledIsNotChosen) {
  EXPECT_FALSE(choose_in(*tray_.menu(world_->icon(), act()), {"Off"}, {}).chosen);
  EXPECT_TRUE(choose_in(*tray_.menu(world_->icon(), act()), {"More", "Deep"}, {}).chosen);
  EXPECT_EQ(world_->arrived(), "Deep");
}

TEST_P(TrayContract, AnIconThatIsNotThereIsNotFound) {
  for (const char* const id : {":1.999/gone", "bad name", ""}) {
    const auto code = [](const auto& work) { return failure_of(work).substr(0, 17); };
    EXPECT_EQ(code([&] { tray_.item(id, in(20'000)); }), "ELEMENT_NOT_FOUND") << id;
    EXPECT_EQ(code([&] { tray_.click(id, {}, act()); }), "ELEMENT_NOT_FOUND") << id;
    EXPECT_EQ(code([&] { tray_.menu(id, act()); }), "ELEMENT_NOT_FOUND") << id;
  }
}

TEST_P(TrayContract, WithoutAPanelEverythingIsRefused) {
  const std::string icon = world_->icon();
  world_->end_panel();
  const std::string refused = "PROVIDER_UNAVAILABLE not running";
  EXPECT_EQ(failure_of([&] { tray_.items(in(20'000)); }), refused);
  EXPECT_EQ(failure_of([&] { tray_.item(icon, in(20'000)); }), refused);
  EXPECT_EQ(failure_of([&] { tray_.click(icon, {}, act()); }), refused);
  EXPECT_EQ(failure_of([&] { tray_.menu(icon, act()); }), refused);
}

INSTANTIATE_TEST_SUITE_P(Backends, TrayContract,
                         testing::Values(&make_tray_world<FakeIcons>, &make_tray_world<DbusIcons>));

}  // namespace
}  // namespace native

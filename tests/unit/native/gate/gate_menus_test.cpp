#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "native/fake/fake_desktop.hpp"
#include "native/fake/fake_elements.hpp"
#include "native/fake/fake_tray.hpp"
#include "native/gate/gate.hpp"
#include "tests/unit/native/support/deadlines.hpp"

// Menus and icons of the tray, as a policy lets callers have them.
namespace native {
namespace {

using test::soon;

constexpr std::int64_t kEditorPid = 4711;
using Log = std::vector<std::string>;

// Rules for one application, by its class: excluded, or with a level; or all masked.
class AppPolicy : public Policy {
 public:
  AppPolicy(const std::string& excluded, Level level, bool masked) {
    std::vector<WindowRule> rules;
    if (!excluded.empty()) rules.emplace_back().any = excluded;
    LevelRule rule;
    rule.level = level;
    rule.rule.application = "editor";
    const auto windows = std::make_shared<const WindowRules>(
        std::move(rules),
        level == Level::kFull ? Levels() : Levels(std::vector<Levels::Source>{{rule}}));
    auto all = std::make_shared<Rules>();
    for (CallerRules& caller : all->callers) {
      caller.windows = windows;
      caller.always_masked = masked;
    }
    rules_ = all;
  }
  std::shared_ptr<const Rules> rules() override { return rules_; }
  void admit(const Caller&, const Operation&, const Rules&) override {
    if (refuses) throw Error("POLICY_DENIED", "no");
  }
  void confirm(const Caller&, const Operation&, const Rules&) override {}
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}
  void audit_act(const Caller&, const ActRecord& act, const Error* error) override {
    acts.push_back(act.name + (error != nullptr ? " " + error->code : ""));
  }

  bool refuses = false;
  Log acts;

 private:
  std::shared_ptr<const Rules> rules_;
};

class GateMenus : public testing::Test {
 protected:
  GateMenus() {
    Window window;
    window.id = 7;
    window.pid = kEditorPid;
    window.title = "Diary";
    window.app_class = "editor";
    window.bounds = window.frame = {100, 100, 400, 300};
    window.on_screen = true;
    desktop_.add_window(window, [](int, int) { return 0U; });
    elements_.set_window(kEditorPid, 7, {"frame", "Diary", "", window.bounds, {}});
    FakeMenus::Item recent{"Recent", {{"ann@example.org"}}};
    recent.lazy = true;
    elements_.menus_of(7).set({{"File", {{"New"}, recent}}});
    tray_.add("icon", "Diary", kEditorPid, Tray::Clicked::kActivated).set({{"Hello"}});
  }
  void use(const std::string& excluded = {}, Level level = Level::kFull, bool masked = false) {
    auto policy = std::make_unique<AppPolicy>(excluded, level, masked);
    policy_ = policy.get();
    gate_ = std::make_unique<Gate>(std::move(policy));
  }
  static Act act() {
    Act act;
    act.deadline = soon();
    return act;
  }
  MenuTree read() { return gate_->menus(desktop_, elements_, {}, {kEditorPid}, {}, act()).tree; }
  MenuChoice choose(const std::vector<std::string>& names) {
    return gate_->choose_menu_item(desktop_, elements_, {}, {kEditorPid}, names, act());
  }
  Log log() { return elements_.menus_of(7).take_log(); }
  template <class Work>
  static std::string code_of(const Work& work) {
    try {
      work();
    } catch (const Error& error) {
      return error.code;
    }
    return "none";
  }

  FakeDesktop desktop_;
  FakeElements elements_;
  FakeTray tray_;
  AppPolicy* policy_ = nullptr;
  std::unique_ptr<Gate> gate_;
};

TEST_F(GateMenus, ReadsAndChooses) {
  use();
  EXPECT_EQ(read().items.size(), 4U);
  EXPECT_EQ(policy_->acts, Log{"open menu"});
  EXPECT_TRUE(choose({"File", "New"}).chosen);
  EXPECT_EQ(log(), (Log{"open Recent", "close Recent", "choose New"}));
  EXPECT_EQ(policy_->acts.back(), "choose menu item");
  EXPECT_TRUE(
      gate_->find_menu_item(desktop_, elements_, {}, {kEditorPid}, {"File", "New"}, act()).item);
}

TEST_F(GateMenus, OpensNothingOfWhatMayOnlyBeSeen) {
  use({}, Level::kView);
  EXPECT_EQ(read().items.size(), 3U);
  EXPECT_EQ(code_of([&] { choose({"File", "New"}); }), "POLICY_DENIED");
  EXPECT_TRUE(log().empty());
}

TEST_F(GateMenus, TellsNothingOfExcludedWindows) {
  use("editor");
  EXPECT_NE(code_of([&] { read(); }), "none");
  EXPECT_NE(code_of([&] { choose({"File", "New"}); }), "none");
  EXPECT_TRUE(log().empty());
}

TEST_F(GateMenus, MasksNames) {
  use({}, Level::kFull, true);
  for (const MenuItem& item : read().items) EXPECT_EQ(item.name.find('@'), std::string::npos);
  EXPECT_EQ(choose({"File", "Recent", "ann@example.org"}).search.alike, 0);
}

TEST_F(GateMenus, RefusesWhatThePolicyRefuses) {
  use();
  policy_->refuses = true;
  EXPECT_EQ(code_of([&] { read(); }), "POLICY_DENIED");
  EXPECT_EQ(code_of([&] { choose({"File", "New"}); }), "POLICY_DENIED");
  EXPECT_EQ(code_of([&] { gate_->tray_items(desktop_, tray_, {}, soon()); }), "POLICY_DENIED");
}

TEST_F(GateMenus, AWindowWithoutMenusIsUnsupported) {
  use();
  elements_.menus_of(7).set({});
  EXPECT_EQ(code_of([&] { read(); }), "UNSUPPORTED");
}

TEST_F(GateMenus, IconsAreListedAndClicked) {
  use();
  ASSERT_EQ(gate_->tray_items(desktop_, tray_, {}, soon()).size(), 1U);
  EXPECT_EQ(gate_->click_tray_item(desktop_, tray_, {}, "icon", act()), Tray::Clicked::kActivated);
  EXPECT_TRUE(gate_->choose_tray_menu_item(desktop_, tray_, {}, "icon", {"hello"}, act()).chosen);
  EXPECT_EQ(policy_->acts, (Log{"click tray icon", "choose menu item"}));
  EXPECT_EQ(gate_->tray_menu(desktop_, tray_, {}, "icon", {}, act()).tree.items.size(), 1U);
}

TEST_F(GateMenus, LevelsHoldForIcons) {
  use({}, Level::kView);
  EXPECT_EQ(gate_->tray_items(desktop_, tray_, {}, soon()).size(), 1U);
  EXPECT_EQ(code_of([&] { gate_->click_tray_item(desktop_, tray_, {}, "icon", act()); }),
            "POLICY_DENIED");
  EXPECT_EQ(
      code_of([&] { gate_->choose_tray_menu_item(desktop_, tray_, {}, "icon", {"Hello"}, act()); }),
      "POLICY_DENIED");
  EXPECT_TRUE(tray_.take_clicks().empty());
}

TEST_F(GateMenus, ExcludedProgramsHaveNoIcons) {
  use("Diary");
  EXPECT_TRUE(gate_->tray_items(desktop_, tray_, {}, soon()).empty());
  EXPECT_EQ(code_of([&] { gate_->tray_menu(desktop_, tray_, {}, "icon", {}, act()); }),
            "POLICY_DENIED");
}

TEST_F(GateMenus, ToolTipsAreTitles) {
  tray_.add("other", "A Bank", kEditorPid + 1, Tray::Clicked::kActivated);
  tray_.set_title("other", "");
  use("A Bank");
  EXPECT_EQ(gate_->tray_items(desktop_, tray_, {}, soon()).size(), 1U);
  EXPECT_EQ(code_of([&] { gate_->click_tray_item(desktop_, tray_, {}, "other", act()); }),
            "POLICY_DENIED");
  EXPECT_TRUE(tray_.take_clicks().empty());
}

TEST_F(GateMenus, ProgramsWithAnExcludedWindowHaveNoIcons) {
  tray_.set_title("icon", "Something else");
  use("editor");
  EXPECT_TRUE(gate_->tray_items(desktop_, tray_, {}, soon()).empty());
  EXPECT_EQ(code_of([&] { gate_->click_tray_item(desktop_, tray_, {}, "icon", act()); }),
            "POLICY_DENIED");
}

TEST_F(GateMenus, WithoutAPanelThereIsNoProvider) {
  use();
  tray_.fail(Error("PROVIDER_UNAVAILABLE", "no panel"));
  EXPECT_EQ(code_of([&] { gate_->tray_items(desktop_, tray_, {}, soon()); }),
            "PROVIDER_UNAVAILABLE");
}

}  // namespace
}  // namespace native

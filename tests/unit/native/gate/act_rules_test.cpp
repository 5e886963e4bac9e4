#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "native/fake/fake_desktop.hpp"
#include "native/fake/fake_notifications.hpp"
#include "native/gate/act_turn.hpp"
#include "native/gate/gate.hpp"
#include "native/gate/guarded_policy.hpp"
#include "native/gate/person_messages.hpp"
#include "native/policy/effective_rules.hpp"
#include "tests/unit/native/gate/folder.hpp"
#include "tests/unit/native/support/deadlines.hpp"

namespace native {
namespace {

using test::in;

// The rules of a policy file's text, which may change.
class TextPolicy : public Policy {
 public:
  void set(const std::string& text) {
    const PolicyFile file = parse_policy("/etc/p", text, "/home/me");
    rules_ = std::make_shared<const Rules>(effective_rules(file, {}, {}, ++generation_));
  }
  std::shared_ptr<const Rules> rules() override { return rules_; }
  void admit(const Caller&, const Operation&, const Rules&) override {}
  void confirm(const Caller&, const Operation&, const Rules&) override {}
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}

 private:
  std::uint64_t generation_ = 0;
  std::shared_ptr<const Rules> rules_ = std::make_shared<const Rules>();
};

// A terminal (1, process 10) with a dialog (2) and a menu (3), an editor (4, process 20) with a
// dialog of another process (5), and a panel (6, process 30).
class ActRules : public testing::Test {
 protected:
  ActRules() {
    Safeguards::Settings settings;
    settings.common_folders = {folder_.at("run")};
    settings.audit_path = folder_.at("state/audit.jsonl");
    safeguards_ = std::make_shared<Safeguards>(std::move(settings));
    auto policy = std::make_unique<TextPolicy>();
    policy_ = policy.get();
    ActingSettings acting;
    acting.folders = {folder_.at("run")};
    acting.ancestors = [this] {
      ++walks_;
      return ancestors_;
    };
    acting.notifications = notifications_;
    acting.announces = true;
    acting.stop_keys = "Ctrl+Pause";
    gate_ =
        std::make_unique<Gate>(guarded_policy(std::move(policy), safeguards_), std::move(acting));
    add(1, 10, "Terminal", {0, 0, 400, 400});
    add(4, 20, "Editor", {500, 0, 400, 400});
    add(6, 30, "Panel", {0, 900, 1000, 50}).type = "dock";
    publish();
  }
  Window& add(std::uint64_t id, std::int64_t pid, const std::string& app_class,
              const Rect& bounds) {
    Window& window = windows_.emplace_back();
    window.id = id;
    window.pid = pid;
    window.app_class = app_class;
    window.type = "normal";
    window.bounds = window.frame = bounds;
    window.on_screen = true;
    return window;
  }
  void publish() {
    for (const Window& each : windows_) desktop_.add_window(each, [](int, int) { return 0U; });
    windows_.clear();
  }
  std::string reason_of(const std::function<void()>& run) {
    try {
      run();
    } catch (const Error& error) {
      last_ = error;
      return error.code + " " + error.fact("reason");
    }
    return "";
  }
  std::string act(const ActRecord& record) {
    return reason_of([&] {
      gate_->act(desktop_, caller_, record, {0, false, in(5000), {}},
                 [&](Desktop&, const Act&) { ++acts_; });
    });
  }
  std::string type(std::uint64_t window = 0) { return act({"type", window, {}, 1, true}); }
  std::string click(const Point& place) { return act({"click", 0, place}); }
  std::string raise(std::uint64_t window, Gate::RaisedFor purpose) {
    return reason_of([&] { gate_->activate(desktop_, caller_, window, purpose, in(1000)); });
  }
  std::string control(std::uint64_t window) {
    return reason_of([&] {
      gate_->control(desktop_, caller_, {"close window", window}, {0, false, in(5000), {}},
                     [&](Desktop&) { ++acts_; });
    });
  }
  std::string element(std::uint64_t window, std::int64_t pid, bool sets_value) {
    ActRecord record{"press element", window};
    record.pid = pid;
    record.sets_value = sets_value;
    return act(record);
  }
  std::string confirm(int milliseconds = 5000, std::function<void()> check = {}) {
    return reason_of([&] {
      gate_->confirm(caller_, {"Delete\nall?", "Three files."},
                     {0, false, in(milliseconds), std::move(check)});
    });
  }

  Folder folder_;
  std::shared_ptr<Safeguards> safeguards_;
  std::shared_ptr<FakeNotifications> notifications_ = std::make_shared<FakeNotifications>();
  TextPolicy* policy_ = nullptr;
  FakeDesktop desktop_;
  std::vector<Window> windows_;
  std::vector<std::int64_t> ancestors_{90, 10, 20};
  int walks_ = 0;
  int acts_ = 0;
  std::unique_ptr<Gate> gate_;
  Caller caller_{Caller::Kind::kMcp, "type", "a <b>client</b>", 0, "process 7"};
  Error last_{"", ""};
};

constexpr const char* kOwn = "POLICY_DENIED own window";
constexpr const char* kLevel = "POLICY_DENIED level";

TEST_F(ActRules, WindowsOfTheNearestAncestorTakeNoInputOfAgents) {
  EXPECT_EQ(type(1), kOwn);
  EXPECT_NE(last_.hint.find("ownWindows"), std::string::npos);
  EXPECT_EQ(click({10, 10}), kOwn);
  EXPECT_EQ(control(1), kOwn);
  EXPECT_EQ(element(1, 10, false), kOwn);
  EXPECT_EQ(element(0, 10, true), kOwn) << "an element whose window is not known";
  desktop_.activate(1, in(1000));
  EXPECT_EQ(type(), kOwn) << "keys for the focus";
  caller_.kind = Caller::Kind::kGuest;
  EXPECT_EQ(type(1), kOwn);
  EXPECT_EQ(acts_, 0);
  EXPECT_EQ(type(4), "") << "a farther ancestor's";
  EXPECT_EQ(walks_, 1);
}

TEST_F(ActRules, ADragMayNotEndInAnOwnWindow) {
  ActRecord drag{"drag", 4, Point{10, 10, true}};
  drag.to = Point{-400, 10, true};
  EXPECT_EQ(act(drag), kOwn);
  drag.to = Point{50, 50, true};
  EXPECT_EQ(act(drag), "");
}

TEST_F(ActRules, DialogsAndMenusBelongToTheirWindows) {
  add(2, 77, "Chooser", {0, 500, 100, 100}).transient_for = 1;
  add(3, 10, "Menu", {200, 500, 100, 100}).pop_up = true;
  publish();
  EXPECT_EQ(click({10, 510}), kOwn);
  EXPECT_EQ(click({210, 510}), kOwn);
}

TEST_F(ActRules, ADialogThatAsksForPermissionsTakesNoInput) {
  constexpr const char* kPermission = "POLICY_DENIED permission dialog";
  desktop_.set_executable(40, "xdg-desktop-portal-gnome");
  add(7, 40, "Portal", {0, 500, 100, 100});
  add(8, 40, "Menu", {200, 500, 100, 100}).pop_up = true;
  add(9, 40, "Choose a file", {0, 700, 100, 100}).transient_for = 4;
  publish();
  for (const auto kind : {Caller::Kind::kMcp, Caller::Kind::kGuest, Caller::Kind::kScript,
                          Caller::Kind::kCommandLine, Caller::Kind::kDaemon}) {
    caller_.kind = kind;
    EXPECT_EQ(click({10, 510}), kPermission);
    EXPECT_EQ(click({210, 510}), kPermission);
    EXPECT_EQ(type(7), kPermission);
    EXPECT_EQ(control(7), kPermission);
    EXPECT_EQ(element(7, 40, false), kPermission);
    EXPECT_EQ(element(0, 40, true), kPermission) << "an element whose window is not known";
  }
  EXPECT_EQ(acts_, 0);
  desktop_.activate(7, in(1000));
  EXPECT_EQ(type(), kPermission) << "keys for the focus";
  ancestors_.clear();
  caller_.kind = Caller::Kind::kMcp;
  EXPECT_EQ(click({10, 710}), "") << "a browser's choice of a file";
}

TEST_F(ActRules, APersonsOwnScriptsMayUseTheirTerminal) {
  for (const auto kind :
       {Caller::Kind::kScript, Caller::Kind::kCommandLine, Caller::Kind::kDaemon}) {
    caller_.kind = kind;
    EXPECT_EQ(type(1), "");
  }
  EXPECT_EQ(walks_, 0);
}

TEST_F(ActRules, ThePolicyMayAllowOwnWindows) {
  policy_->set(R"({"ownWindows": "allow"})");
  EXPECT_EQ(type(1), "");
}

TEST_F(ActRules, PanelsAndSessionManagersDoNotCount) {
  ancestors_ = {30, 20};
  EXPECT_EQ(click({10, 910}), "") << "the panel";
  EXPECT_EQ(type(4), kOwn);
}

TEST_F(ActRules, ReleasingKeysReachesNoWindow) {
  desktop_.activate(1, in(1000));
  EXPECT_EQ(act({"release keys"}), "");
}

TEST_F(ActRules, LevelsSayWhatIsAllowed) {
  ancestors_.clear();
  policy_->set(R"({"levels": {"Editor": "view", "Terminal": "click"}})");
  EXPECT_EQ(click({510, 10}), kLevel);
  EXPECT_EQ(last_.fact("level"), "view");
  EXPECT_NE(last_.message.find("'Editor' has the level view"), std::string::npos) << last_.message;
  EXPECT_EQ(type(4), kLevel);
  EXPECT_EQ(control(4), kLevel);
  EXPECT_EQ(element(4, 20, false), kLevel);
  EXPECT_EQ(raise(4, Gate::RaisedFor::kAct), kLevel);
  EXPECT_EQ(raise(4, Gate::RaisedFor::kPicture), "");
  EXPECT_EQ(raise(1, Gate::RaisedFor::kAct), "");
  EXPECT_EQ(click({10, 10}), "");
  EXPECT_EQ(control(1), "");
  EXPECT_EQ(element(1, 10, false), "");
  EXPECT_EQ(element(1, 10, true), kLevel);
  EXPECT_EQ(type(1), kLevel);
  EXPECT_NE(last_.hint.find("\"full\""), std::string::npos) << last_.hint;
  policy_->set(R"({"levels": {"Editor": "none"}})");
  EXPECT_EQ(click({510, 10}), "POLICY_DENIED excluded window");
  for (const Window& each : gate_->windows(desktop_, caller_, in(1000)))
    EXPECT_EQ(each.hidden_from != 0, each.id == 4);
}

TEST_F(ActRules, ProgramsThatMayNotBeUsedAreNotLaunched) {
  const auto launch = [&](const char* executable, const char* name) {
    return reason_of([&] {
      gate_->refuse_launch(caller_, {"", executable, executable, name, executable, executable});
    });
  };
  policy_->set(R"({"levels": {"Editor": "view", "Terminal": "click", "vault": "none"}})");
  EXPECT_EQ(launch("editor", "Editor"), kLevel);
  EXPECT_EQ(launch("vault", "Safe"), "POLICY_DENIED excluded window");
  EXPECT_EQ(launch("terminal", "Terminal"), "");
  EXPECT_EQ(launch("other", "Other"), "");
}

TEST_F(ActRules, ADialogHasTheLevelOfItsOwner) {
  ancestors_.clear();
  add(5, 78, "Portal", {600, 600, 100, 100}).transient_for = 4;
  publish();
  policy_->set(R"({"levels": {"Editor": "view"}})");
  EXPECT_EQ(click({610, 610}), kLevel);
  EXPECT_EQ(gate_->level_of(desktop_, Caller::Kind::kMcp, 5, in(1000))->level, Level::kView);
  EXPECT_FALSE(gate_->level_of(desktop_, Caller::Kind::kMcp, 1, in(1000)));
  EXPECT_EQ(reason_of([&] { gate_->level_of(desktop_, Caller::Kind::kMcp, 99, in(1000)); }),
            "WINDOW_NOT_FOUND ");
}

TEST_F(ActRules, KeysForAWindowMayNotReachAnExcludedOneOfItsProcess) {
  ancestors_.clear();
  add(8, 20, "Editor", {0, 600, 100, 100}).title = "private";
  publish();
  policy_->set(R"({"blockedWindowPatterns": [{"title": "private"}]})");
  EXPECT_EQ(click({510, 10}), "");
  desktop_.activate(8, in(1000));
  EXPECT_EQ(type(), "POLICY_DENIED excluded window");
}

TEST_F(ActRules, ThePersonIsToldOnceOfActs) {
  ancestors_.clear();
  EXPECT_EQ(type(4), "");
  EXPECT_EQ(type(4), "");
  EXPECT_EQ(control(4), "");
  ASSERT_EQ(notifications_->shown().size(), 1U);
  const std::string text = notifications_->shown()[0].text;
  EXPECT_NE(text.find("\"a <b>client</b>\""), std::string::npos) << text;
  EXPECT_NE(text.find("Press Ctrl+Pause to stop it."), std::string::npos) << text;
}

TEST_F(ActRules, RefusedActsAreNotTold) {
  EXPECT_EQ(type(1), kOwn);
  EXPECT_TRUE(notifications_->shown().empty());
}

TEST_F(ActRules, NobodyActsWhileAQuestionIsOpen) {
  ancestors_.clear();
  std::string answer;
  std::thread asking([&] { answer = confirm(); });
  notifications_->wait_for_question();
  EXPECT_EQ(reason_of([&] {
              gate_->act(desktop_, caller_, {"type", 4, {}, 1, true}, {0, false, in(50), {}},
                         [&](Desktop&, const Act&) { ++acts_; });
            }),
            "TIMEOUT busy");
  notifications_->answer(Confirmation::kAllowed);
  asking.join();
  EXPECT_EQ(answer, "");
  EXPECT_EQ(acts_, 0);
  EXPECT_EQ(notifications_->shown()[0].title, "Delete all?") << "one line";
  EXPECT_EQ(type(4), "");
}

TEST_F(ActRules, WhatIsNotAllowedIsNotConfirmed) {
  std::thread person([&] {
    notifications_->wait_for_question();
    notifications_->answer(Confirmation::kRefused);
  });
  EXPECT_EQ(confirm(), "NOT_CONFIRMED refused");
  person.join();
  EXPECT_EQ(confirm(30), "NOT_CONFIRMED no answer");
  EXPECT_FALSE(notifications_->is_open());
}

TEST_F(ActRules, AStopTakesAQuestionAway) {
  std::thread person([&] {
    notifications_->wait_for_question();
    safeguards_->stop.set();
  });
  EXPECT_EQ(confirm(), "INTERRUPTED stopped");
  person.join();
  EXPECT_FALSE(notifications_->is_open());
}

TEST(Confirmation, FailsAtOnceWhereNobodyCanBeAsked) {
  Gate without(allow_everything());
  ActingSettings acting;
  acting.notifications = std::make_shared<FakeNotifications>(FakeNotifications::Buttons::kMissing);
  Gate plain(allow_everything(), std::move(acting));
  for (Gate* gate : {&without, &plain}) {
    try {
      gate->confirm({}, {"a", "b"}, {0, false, in(60'000), {}});
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code, "NOT_CONFIRMED");
      EXPECT_EQ(error.fact("reason"), "cannot ask");
    }
  }
}

TEST(ActTurns, TellWhetherItWasQuiet) {
  const Folder folder;
  const auto act = [&] {
    ActTurn turn({folder.at("run")}, in(1000), [] {});
    return turn.begin_act();
  };
  EXPECT_TRUE(act());
  EXPECT_FALSE(act());
  const auto file = std::filesystem::path(folder.at("run")) / "acting";
  std::filesystem::last_write_time(
      file, std::filesystem::last_write_time(file) - std::chrono::seconds(61));
  {
    const ActTurn question({folder.at("run")}, in(1000), [] {});
  }
  EXPECT_TRUE(act()) << "a question is no act";
  EXPECT_FALSE(act());
}

TEST(PersonMessages, AreBoundedAndPlain) {
  Caller caller{Caller::Kind::kMcp, "type", std::string(500, 'x') + "\nmore", 0, ""};
  const Notification message = acting_message(caller, "");
  EXPECT_LT(message.text.size(), 250U);
  EXPECT_NE(message.text.find("peekaboo stop"), std::string::npos);
  std::string long_text;
  for (int i = 0; i < 2000; ++i) long_text += "ü";
  const Notification question = plain_question({"a\nb\x1b[1m\u202ec", long_text});
  EXPECT_EQ(question.title.find('\n'), std::string::npos);
  EXPECT_EQ(question.title.find('\x1b'), std::string::npos);
  EXPECT_EQ(question.title.find("\u202e"), std::string::npos);
  EXPECT_LE(question.text.size(), 610U);
  EXPECT_TRUE(question.text.ends_with("ü…")) << question.text.substr(580);
}

}  // namespace
}  // namespace native

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>

#include "native/fake/fake_desktop.hpp"
#include "native/gate/act_turn.hpp"
#include "native/gate/gate.hpp"
#include "native/gate/guarded_policy.hpp"
#include "tests/unit/native/gate/folder.hpp"
#include "tests/unit/native/support/deadlines.hpp"

namespace native {
namespace {

using test::in;

// Excludes windows titled "secret", and audits.
class ExcludingSecret : public Policy {
 public:
  ExcludingSecret() {
    auto rules = std::make_shared<Rules>();
    WindowRule rule;
    rule.title = "secret";
    for (CallerRules& each : rules->callers) {
      each.windows = std::make_shared<const WindowRules>(std::vector<WindowRule>{rule});
      each.audited = true;
    }
    rules_ = std::move(rules);
  }
  std::shared_ptr<const Rules> rules() override { return rules_; }
  void admit(const Caller&, const Operation&, const Rules&) override {}
  void confirm(const Caller&, const Operation&, const Rules&) override {}
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}

 private:
  std::shared_ptr<const Rules> rules_;
};

class GateActs : public testing::Test {
 protected:
  GateActs() {
    Safeguards::Settings settings;
    settings.common_folders = {folder_.at("run")};
    settings.audit_path = folder_.at("state/audit.jsonl");
    safeguards_ = std::make_shared<Safeguards>(std::move(settings));
    gate_ = std::make_unique<Gate>(
        guarded_policy(std::make_unique<ExcludingSecret>(), safeguards_),
        ActingSettings{{folder_.at("run")}, {PersonSettings::Mode::kStop, std::nullopt, [this] {
                                               safeguards_->stop.set();
                                             }}});
    add(1, "editor", {0, 0, 400, 400}, false);
    add(2, "secret", {500, 0, 400, 400}, false);
    add(3, "other", {0, 500, 400, 200}, true);
  }
  void add(std::uint64_t id, const std::string& title, const Rect& bounds, bool active) {
    Window window;
    window.id = id;
    window.pid = static_cast<std::int64_t>(id);
    window.title = title;
    window.app_class = "App";
    window.bounds = window.frame = bounds;
    window.on_screen = true;
    window.active = active;
    desktop_.add_window(window, [](int, int) { return 0U; });
  }
  void activate(std::uint64_t id) { desktop_.activate(id, in(1000)); }
  void raise(std::uint64_t id, Gate::RaisedFor purpose) {
    gate_->activate(desktop_, caller_, id, purpose, in(1000));
  }
  std::string code_of(const std::function<void()>& run) {
    try {
      run();
    } catch (const Error& error) {
      return error.code;
    }
    return "";
  }
  std::string type(const std::string& text, std::uint64_t window = 0,
                   std::function<void()> check = {}) {
    return code_of([&] {
      gate_->act(desktop_, caller_, {"type", window, {}, 3, true},
                 {0, false, in(5000), std::move(check)},
                 [&](Desktop& desktop, const Act& act) { desktop.input().type(text, act); });
    });
  }
  std::string click(const Point& place, std::uint64_t window = 0) {
    return code_of([&] {
      gate_->act(desktop_, caller_, {"click", window, place}, {0, false, in(5000), {}},
                 [&](Desktop& desktop, const Act& act) { desktop.input().click({place}, act); });
    });
  }
  std::string typed(std::uint64_t window) { return desktop_.input().typed(window); }

  Folder folder_;
  std::shared_ptr<Safeguards> safeguards_;
  FakeDesktop desktop_;
  std::unique_ptr<Gate> gate_;
  Caller caller_{Caller::Kind::kMcp, "type", "a client", 0, "process 7"};
};

TEST_F(GateActs, KeysWithoutAWindowAreForTheOneOfTheLastAct) {
  EXPECT_EQ(type("one"), "");
  EXPECT_EQ(typed(3), "one") << "the focused one at first";
  activate(1);
  EXPECT_EQ(type("two"), "FOCUS_REFUSED");
  EXPECT_EQ(click({10, 10}), "");
  EXPECT_EQ(type("three"), "");
  EXPECT_EQ(typed(1), "three");
  desktop_.remove_window(1);
  activate(3);
  EXPECT_EQ(type("four"), "FOCUS_REFUSED") << "what came to the front meanwhile was not meant";
  EXPECT_EQ(typed(3), "one");
  EXPECT_EQ(code_of([&] { gate_->window_for_keys(desktop_, caller_, in(1000)); }), "FOCUS_REFUSED");
  gate_->keep_window_for_keys(desktop_, caller_, 0, in(1000));
  EXPECT_EQ(type("five"), "") << "the caller knows that it is gone";
  EXPECT_EQ(typed(3), "onefive");
}

TEST_F(GateActs, KeysAfterAWindowThatClosedStayInItsProcess) {
  EXPECT_EQ(click({10, 10}), "");
  Window dialog;
  dialog.id = 4;
  dialog.pid = 1;
  dialog.app_class = "App";
  dialog.bounds = dialog.frame = {0, 700, 100, 100};
  dialog.on_screen = true;
  desktop_.add_window(dialog, [](int, int) { return 0U; });
  gate_->keep_window_for_keys(desktop_, caller_, 4, in(1000));
  EXPECT_EQ(gate_->window_for_keys(desktop_, caller_, in(1000))->id, 4U);
  desktop_.remove_window(4);
  EXPECT_EQ(gate_->window_for_keys(desktop_, caller_, in(1000))->id, 1U);
  EXPECT_EQ(type("one"), "FOCUS_REFUSED") << "the window in front is another program's";
  activate(1);
  EXPECT_EQ(type("two"), "");
  EXPECT_EQ(typed(1), "two");
}

TEST_F(GateActs, AWindowThatWasPutAsideGetsNoMoreKeys) {
  EXPECT_EQ(click({10, 10}), "");
  gate_->keep_window_for_keys(desktop_, caller_, 0, in(1000));
  EXPECT_EQ(gate_->window_for_keys(desktop_, caller_, in(1000))->id, 3U);
  EXPECT_EQ(type("one"), "");
  EXPECT_EQ(typed(3), "one");
}

TEST_F(GateActs, CallersHaveWindowsOfTheirOwn) {
  EXPECT_EQ(type("one"), "");
  activate(1);
  caller_.peer = "process 8";
  EXPECT_EQ(type("two"), "");
  EXPECT_EQ(typed(1), "two");
}

TEST_F(GateActs, RefusesExcludedWindows) {
  EXPECT_EQ(click({510, 10}), "POLICY_DENIED");
  EXPECT_EQ(click({510, 10}, 2), "POLICY_DENIED");
  EXPECT_EQ(type("no", 2), "POLICY_DENIED");
  activate(2);
  EXPECT_EQ(type("no"), "POLICY_DENIED");
  EXPECT_EQ(code_of([&] {
              gate_->control(desktop_, caller_, {"close window", 2}, {0, false, in(1000), {}},
                             [](Desktop& desktop) { desktop.control().close(2, in(1000)); });
            }),
            "POLICY_DENIED");
  EXPECT_EQ(code_of([&] { raise(2, Gate::RaisedFor::kAct); }), "POLICY_DENIED");
  EXPECT_EQ(code_of([&] { raise(2, Gate::RaisedFor::kPicture); }), "POLICY_DENIED");
  EXPECT_EQ(code_of([&] { raise(1, Gate::RaisedFor::kAct); }), "");
  EXPECT_EQ(typed(2), "");
  EXPECT_TRUE(desktop_.input().buttons(2).empty());
  EXPECT_EQ(desktop_.windows(in(1000)).size(), 3U);
}

TEST_F(GateActs, AStopEndsAnActUnderWay) {
  const auto stop = [this, calls = 0]() mutable {
    if (++calls == 5) safeguards_->stop.set();
  };
  EXPECT_EQ(type("a longer text", 3, stop), "INTERRUPTED");
  EXPECT_LT(typed(3).size(), 13U);
  EXPECT_EQ(type("more", 3), "POLICY_DENIED");
  safeguards_->stop.clear();
  EXPECT_EQ(type("more", 3), "");
}

TEST_F(GateActs, APersonEndsAnActUnderWay) {
  std::atomic<bool> acted{false};
  const auto person = [&] {
    if (!acted.exchange(true)) desktop_.act_as_person(PersonWatch::Seen::kInput);
  };
  EXPECT_EQ(type(std::string(1'000'000, 'x'), 3, person), "INTERRUPTED");
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(type("after", 3), "");
  EXPECT_GE(std::chrono::steady_clock::now() - before, std::chrono::milliseconds(500))
      << "a second of quiet";
}

TEST_F(GateActs, StopKeysStopEverything) {
  std::atomic<bool> acted{false};
  const auto person = [&] {
    if (!acted.exchange(true)) desktop_.act_as_person(PersonWatch::Seen::kStopKeys);
  };
  EXPECT_EQ(type(std::string(1'000'000, 'x'), 3, person), "INTERRUPTED");
  EXPECT_TRUE(safeguards_->stop.is_set());
  EXPECT_EQ(type("no", 3), "POLICY_DENIED");
}

TEST_F(GateActs, WatchesOnAfterAPersonWasLostSightOf) {
  std::atomic<bool> lost{false}, acted{false};
  const auto lose = [&] {
    if (!lost.exchange(true)) desktop_.lose_person();
  };
  EXPECT_EQ(type(std::string(1'000'000, 'x'), 3, lose), "INTERRUPTED");
  const auto stop = [&] {
    if (!acted.exchange(true)) desktop_.act_as_person(PersonWatch::Seen::kStopKeys);
  };
  EXPECT_EQ(type(std::string(1'000'000, 'x'), 3, stop), "INTERRUPTED");
  EXPECT_TRUE(safeguards_->stop.is_set());
}

TEST_F(GateActs, AuditsActsWithoutTheirText) {
  EXPECT_EQ(type("hunter2", 3), "");
  EXPECT_EQ(type("x", 1), "FOCUS_REFUSED");
  EXPECT_EQ(click({510, 10}), "POLICY_DENIED");
  const auto entries = safeguards_->audit.last(10);
  ASSERT_EQ(entries.size(), 3U);
  const auto text = [&](std::size_t i, const char* name) {
    const auto* value = entries[i][name].as<std::string>();
    return value ? *value : std::string("none");
  };
  EXPECT_EQ(text(0, "operation"), "type");
  EXPECT_EQ(text(0, "result"), "success");
  EXPECT_EQ(text(1, "result"), "FOCUS_REFUSED");
  EXPECT_EQ(text(2, "operation"), "click");
  EXPECT_EQ(text(2, "result"), "POLICY_DENIED");
}

TEST_F(GateActs, TakesTurnsWithOtherProcesses) {
  const std::vector<std::string> folders{folder_.at("run")};
  {
    const ActTurn other(folders, in(1000), [] {});
    EXPECT_EQ(code_of([&] { ActTurn(folders, in(30), [] {}); }), "TIMEOUT");
    EXPECT_EQ(
        code_of([&] { ActTurn(folders, in(5000), [] { throw Error("INTERRUPTED", "stopped"); }); }),
        "INTERRUPTED");
  }
  EXPECT_EQ(type("now", 3), "");
}

// An act may leave a copy of the process behind, which keeps a connection open.
TEST_F(GateActs, ATurnEndsThoughACopyOfTheProcessLivesOn) {
  const std::vector<std::string> folders{folder_.at("run")};
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  pid_t copy = -1;
  {
    const ActTurn turn(folders, in(1000), [] {});
    copy = ::fork();
    if (copy == 0) {
      ::close(ends[1]);
      char byte = 0;
      ::_exit(static_cast<int>(::read(ends[0], &byte, 1)));
    }
  }
  EXPECT_EQ(code_of([&] { ActTurn(folders, in(200), [] {}); }), "");
  ::close(ends[1]);
  ::close(ends[0]);
  EXPECT_EQ(::waitpid(copy, nullptr, 0), copy);
}

// States what a test wants.
class StatedPolicy : public Policy {
 public:
  StatedPolicy(std::vector<WindowRule> excluded, const std::vector<LevelRule>& levels) {
    auto rules = std::make_shared<Rules>();
    const auto windows = std::make_shared<const WindowRules>(std::move(excluded), Levels({levels}));
    for (CallerRules& each : rules->callers) each.windows = windows;
    rules_ = std::move(rules);
  }
  std::shared_ptr<const Rules> rules() override { return rules_; }
  void admit(const Caller&, const Operation&, const Rules&) override {}
  void confirm(const Caller&, const Operation&, const Rules&) override {}
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}

 private:
  std::shared_ptr<const Rules> rules_;
};

// A desktop that does not tell its windows.
class GateActsBlind : public GateActs {
 protected:
  GateActsBlind() {
    desktop_.fail("windows", Error("UNSUPPORTED", "no windows", "", {{"reason", "no protocol"}}));
    rules({});
    caller_.kind = Caller::Kind::kCommandLine;
  }
  void rules(std::vector<WindowRule> excluded, const std::vector<LevelRule>& levels = {}) {
    gate_ = std::make_unique<Gate>(
        guarded_policy(std::make_unique<StatedPolicy>(std::move(excluded), levels), safeguards_),
        ActingSettings{{folder_.at("run")}, {PersonSettings::Mode::kIgnore, std::nullopt, {}}});
  }
  std::string reason_of(const ActRecord& record) {
    try {
      gate_->act(desktop_, caller_, record, {0, false, in(5000), {}}, [](Desktop&, const Act&) {});
    } catch (const Error& error) {
      return error.code + ": " + error.fact("reason");
    }
    return "";
  }
  static WindowRule of_class(const std::string& name) {
    WindowRule rule;
    rule.app_class = name;
    return rule;
  }
};

TEST_F(GateActsBlind, PlacesOfTheScreenCanBeActedOn) {
  EXPECT_EQ(reason_of({"click", 0, Point{10, 10}}), "");
  EXPECT_EQ(reason_of({"release keys"}), "");
}

TEST_F(GateActsBlind, KeysAndWindowsCannot) {
  EXPECT_EQ(reason_of({"type", 0, {}, 3, true}), "UNSUPPORTED: focus unknown");
  EXPECT_EQ(code_of([&] { gate_->window_for_keys(desktop_, caller_, in(1000)); }), "UNSUPPORTED");
  EXPECT_EQ(reason_of({"type", 1, {}, 3, true}), "UNSUPPORTED: no protocol");
  EXPECT_EQ(reason_of({"click", 1, Point{10, 10}}), "UNSUPPORTED: no protocol");
}

TEST_F(GateActsBlind, WhatARuleForbidsForAProgramThatRunsIsRefused) {
  rules({of_class("Another")});
  EXPECT_EQ(reason_of({"click", 0, Point{10, 10}}), "");
  rules({of_class("App")});
  EXPECT_EQ(reason_of({"click", 0, Point{10, 10}}), "POLICY_DENIED: excluded window");
  EXPECT_EQ(reason_of({"release keys"}), "") << "letting go reaches nothing new";
  WindowRule titled;
  titled.title = "Bank*";
  rules({titled});
  EXPECT_EQ(reason_of({"click", 0, Point{10, 10}}), "POLICY_DENIED: windows unknown");
  WindowRule program;
  program.application = "App";
  rules({}, {{Level::kView, program}});
  EXPECT_EQ(reason_of({"click", 0, Point{10, 10}}), "POLICY_DENIED: level");
  rules({}, {{Level::kClick, program}});
  EXPECT_EQ(reason_of({"click", 0, Point{10, 10}}), "");
}

TEST_F(GateActsBlind, AnAgentMayReachItsOwnWindow) {
  caller_.kind = Caller::Kind::kMcp;
  EXPECT_EQ(reason_of({"click", 0, Point{10, 10}}), "POLICY_DENIED: windows unknown");
}

}  // namespace
}  // namespace native

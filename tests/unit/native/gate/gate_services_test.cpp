#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "native/fake/fake_desktop.hpp"
#include "native/fake/fake_file_managers.hpp"
#include "native/fake/fake_notifications.hpp"
#include "native/gate/gate.hpp"
#include "native/gate/guarded_policy.hpp"
#include "tests/unit/native/gate/folder.hpp"
#include "tests/unit/native/support/deadlines.hpp"

namespace native {
namespace {

using test::soon;

class AuditedPolicy : public Policy {
 public:
  std::shared_ptr<const Rules> rules() override {
    auto all = std::make_shared<Rules>();
    for (CallerRules& caller : all->callers) {
      caller.windows =
          std::make_shared<const WindowRules>(std::vector<WindowRule>(), Levels({levels}));
      caller.audited = true;
    }
    return all;
  }
  void admit(const Caller&, const Operation&, const Rules&) override {}
  void confirm(const Caller&, const Operation&, const Rules&) override {}
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}

  std::vector<LevelRule> levels;
};

class GateServices : public testing::Test {
 protected:
  GateServices() {
    auto policy = std::make_unique<AuditedPolicy>();
    policy_ = policy.get();
    Safeguards::Settings settings;
    settings.common_folders = {folder_.at("run")};
    settings.audit_path = folder_.at("state/audit.jsonl");
    safeguards_ = std::make_shared<Safeguards>(std::move(settings));
    ActingSettings acting;
    acting.notifications = notifications_;
    gate_ =
        std::make_unique<Gate>(guarded_policy(std::move(policy), safeguards_), std::move(acting));
  }
  static Caller caller(Caller::Kind kind = Caller::Kind::kMcp) {
    Caller caller;
    caller.kind = kind;
    return caller;
  }
  template <class Work>
  static std::string refusal(Work work) {
    try {
      work();
    } catch (const Error& error) {
      return error.code + " " + error.fact("reason");
    }
    return "none";
  }
  std::string log() {
    std::ifstream file(folder_.at("state/audit.jsonl"));
    return {std::istreambuf_iterator<char>(file), {}};
  }

  Folder folder_;
  FakeDesktop desktop_;
  FakeFileManagers managers_;
  std::shared_ptr<FakeNotifications> notifications_ = std::make_shared<FakeNotifications>();
  AuditedPolicy* policy_ = nullptr;
  std::shared_ptr<Safeguards> safeguards_;
  std::unique_ptr<Gate> gate_;
};

TEST_F(GateServices, TheLogHasLengthsAndNoContents) {
  gate_->send(caller(), {"secret", "hidden words", "private"}, soon());
  gate_->show_file(desktop_, managers_, caller(), "/home/ann/diary.txt", soon());
  const std::string text = log();
  EXPECT_NE(text.find("\"send notification\""), std::string::npos) << text;
  EXPECT_NE(text.find("\"count\":25"), std::string::npos) << text;
  EXPECT_NE(text.find("\"reveal file\""), std::string::npos) << text;
  for (const char* word : {"secret", "hidden", "private", "diary"})
    EXPECT_EQ(text.find(word), std::string::npos) << word;
}

TEST_F(GateServices, AStopEndsAllOfThem) {
  safeguards_->stop.set();
  EXPECT_EQ(refusal([&] { gate_->send(caller(), {"a", "b"}, soon()); }), "POLICY_DENIED stopped");
  EXPECT_EQ(refusal([&] { gate_->withdraw(caller(), 1, soon()); }), "POLICY_DENIED stopped");
  EXPECT_EQ(refusal([&] { gate_->show_file(desktop_, managers_, caller(), "/tmp", soon()); }),
            "POLICY_DENIED stopped");
  bool changed = false;
  EXPECT_EQ(refusal([&] { gate_->use_service(caller(), {"set volume"}, [&] { changed = true; }); }),
            "POLICY_DENIED stopped");
  EXPECT_FALSE(changed);
  EXPECT_TRUE(notifications_->sent().empty() && managers_.shown.empty());
  EXPECT_NE(log().find("POLICY_DENIED"), std::string::npos);
}

TEST_F(GateServices, ClientsTakeAwayOnlyWhatWasSentHere) {
  EXPECT_EQ(refusal([&] { gate_->withdraw(caller(), 9, soon()); }), "INVALID_ARGUMENT ");
  gate_->withdraw(caller(Caller::Kind::kCommandLine), 9, soon());
  const SentNotification sent = gate_->send(caller(), {"a", "b"}, soon());
  gate_->withdraw(caller(), sent.id, soon());
  EXPECT_TRUE(notifications_->sent().empty());
}

TEST_F(GateServices, AManagerThatMayNotBeActedOnShowsNothing) {
  managers_.pid = 4711;
  desktop_.set_executable(4711, "thunar");
  EXPECT_EQ(gate_->show_file(desktop_, managers_, caller(), "/tmp", soon()).pid, 4711);
  LevelRule rule;
  rule.level = Level::kView;
  rule.rule.application = "thunar";
  rule.rule.source = "test";
  policy_->levels = {rule};
  EXPECT_EQ(refusal([&] { gate_->show_file(desktop_, managers_, caller(), "/tmp", soon()); }),
            "POLICY_DENIED level");
  EXPECT_EQ(managers_.shown.size(), 1U);
}

}  // namespace
}  // namespace native

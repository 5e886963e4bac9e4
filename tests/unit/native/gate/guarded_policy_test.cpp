#include "native/gate/guarded_policy.hpp"

#include <gtest/gtest.h>

#include <optional>

#include "native/fake/fake_desktop.hpp"
#include "native/gate/gate.hpp"
#include "tests/unit/native/gate/folder.hpp"

namespace native {
namespace {

// A policy with rules that a test sets.
class PlainPolicy : public Policy {
 public:
  explicit PlainPolicy(std::shared_ptr<Rules> rules) : rules_(std::move(rules)) {}
  std::shared_ptr<const Rules> rules() override { return rules_; }
  void admit(const Caller&, const Operation&, const Rules& rules) override {
    const std::optional<Error>& refusal = rules.of(Caller::Kind::kMcp).refusal;
    if (refusal) throw Error(*refusal);
  }
  void confirm(const Caller&, const Operation&, const Rules&) override {}
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}

 private:
  std::shared_ptr<Rules> rules_;
};

// Answers with `state`, or never.
class FakeLock : public SessionLock {
 public:
  LockQuestion ask() override {
    ++asked;
    std::promise<LockState> answer;
    LockQuestion question(answer.get_future());
    if (state)
      answer.set_value(*state);
    else
      never.push_back(std::move(answer));
    return question;
  }
  std::optional<LockState> state = LockState{};
  std::vector<std::promise<LockState>> never;
  int asked = 0;
};

class Ignore : public StripSink {
 public:
  explicit Ignore(std::function<void()> meanwhile) : meanwhile_(std::move(meanwhile)) {}
  void begin(const FrameInfo&) override {}
  void strip(int, int, std::uint8_t*, std::size_t) override {
    if (meanwhile_) meanwhile_();
  }

 private:
  std::function<void()> meanwhile_;
};

class GuardedPolicyTest : public testing::Test {
 protected:
  GuardedPolicyTest() {
    auto lock = std::make_unique<FakeLock>();
    lock_ = lock.get();
    Safeguards::Settings settings;
    settings.common_folders = {folder_.at("run")};
    settings.audit_path = folder_.at("state/audit.jsonl");
    settings.lock = std::move(lock);
    safeguards_ = std::make_shared<Safeguards>(std::move(settings));
    gate_ =
        std::make_unique<Gate>(guarded_policy(std::make_unique<PlainPolicy>(rules_), safeguards_));
  }
  CallerRules& own() { return rules_->callers[static_cast<std::size_t>(Caller::Kind::kMcp)]; }
  // Returns "seen", or the code and the reason.
  std::string capture(std::int64_t call, std::function<void()> meanwhile = {}) {
    Caller caller{Caller::Kind::kMcp, "image", "a client", 0, "process 7"};
    caller.call = call;
    Ignore sink(std::move(meanwhile));
    try {
      gate_->capture(desktop_, caller, {}, sink,
                     std::chrono::steady_clock::now() + std::chrono::seconds(5));
    } catch (const Error& error) {
      const std::string reason = error.fact("reason");
      return error.code + (reason.empty() ? "" : " " + reason);
    }
    return "seen";
  }
  std::vector<std::string> results() const {
    std::vector<std::string> found;
    for (const runtime::Value& entry : safeguards_->audit.last(100))
      found.push_back(*entry["result"].string());
    return found;
  }

  Folder folder_;
  FakeDesktop desktop_;
  FakeLock* lock_;
  std::shared_ptr<Rules> rules_ = std::make_shared<Rules>();
  std::shared_ptr<Safeguards> safeguards_;
  std::unique_ptr<Gate> gate_;
};

TEST_F(GuardedPolicyTest, NothingIsShownWhileItIsStopped) {
  EXPECT_EQ(capture(1), "seen");
  safeguards_->stop.set();
  EXPECT_EQ(capture(2), "POLICY_DENIED stopped");
  EXPECT_THROW(gate_->admit({}, {Operation::Kind::kListWindows}), Error);
  safeguards_->stop.clear();
  EXPECT_EQ(capture(3), "seen");
  EXPECT_NO_THROW(gate_->admit({}, {Operation::Kind::kListWindows}));
}

TEST_F(GuardedPolicyTest, ACaptureUnderWayIsStoppedToo) {
  EXPECT_EQ(capture(1, [this] { safeguards_->stop.set(); }), "POLICY_DENIED stopped");
}

TEST_F(GuardedPolicyTest, ALockedSessionIsNotShown) {
  lock_->state = LockState{LockState::Kind::kLocked, "it says so"};
  EXPECT_EQ(capture(1), "POLICY_DENIED locked");
  own().denied_when_locked = false;
  const int before = lock_->asked;
  EXPECT_EQ(capture(2), "seen");
  EXPECT_EQ(lock_->asked, before) << "nobody wants to know";
}

TEST_F(GuardedPolicyTest, NothingKeptIsComparedWhileItIsLockedOrStopped) {
  Caller caller;
  caller.kind = Caller::Kind::kMcp;
  const auto compare = [&] {
    gate_->admit_comparison(desktop_, caller,
                            std::chrono::steady_clock::now() + std::chrono::seconds(5));
  };
  own().captures_per_minute = 1;
  for (int i = 0; i < 3; ++i) EXPECT_NO_THROW(compare()) << "it counts as no capture";
  const std::uint64_t before = safeguards_->epoch();
  lock_->state = LockState{LockState::Kind::kLocked, "it says so"};
  EXPECT_THROW(compare(), Error);
  EXPECT_NE(safeguards_->epoch(), before) << "what was kept goes";
  lock_->state = LockState{};
  EXPECT_NO_THROW(compare());
  safeguards_->stop.set();
  EXPECT_THROW(compare(), Error);
}

TEST_F(GuardedPolicyTest, ALockThatDoesNotAnswerIsSaid) {
  EXPECT_EQ(capture(1), "seen");
  EXPECT_EQ(safeguards_->note(), "");
  lock_->state.reset();
  EXPECT_EQ(capture(2), "seen");
  EXPECT_NE(safeguards_->note(), "");
  lock_->state = LockState{};
  EXPECT_EQ(capture(3), "seen");
  EXPECT_EQ(safeguards_->note(), "");
}

TEST_F(GuardedPolicyTest, RulesThatComeToDenyMeanwhileAreObeyed) {
  own().denied_when_locked = false;
  lock_->state = LockState{LockState::Kind::kLocked, "it says so"};
  EXPECT_EQ(capture(1, [this] { own().denied_when_locked = true; }), "POLICY_DENIED locked");
}

TEST_F(GuardedPolicyTest, CallsAreCounted) {
  own().captures_per_minute = 2;
  EXPECT_EQ(capture(1), "seen");
  EXPECT_EQ(capture(1), "seen");
  EXPECT_EQ(capture(2), "seen");
  EXPECT_EQ(capture(3), "RATE_LIMIT_EXCEEDED");
  EXPECT_EQ(capture(1), "seen");
}

TEST_F(GuardedPolicyTest, WhatThePolicyRefusesIsNotCounted) {
  own().captures_per_minute = 1;
  own().refusal = Error("POLICY_DENIED", "no", "", {{"reason", "policy file"}});
  EXPECT_EQ(capture(1), "POLICY_DENIED policy file");
  own().refusal.reset();
  EXPECT_EQ(capture(2), "seen");
}

TEST_F(GuardedPolicyTest, CapturesAndRefusalsAreLogged) {
  EXPECT_EQ(capture(1), "seen");
  EXPECT_TRUE(results().empty()) << "the rules do not ask for it";
  own().audited = true;
  EXPECT_EQ(capture(2), "seen");
  safeguards_->stop.set();
  EXPECT_EQ(capture(3), "POLICY_DENIED stopped");
  EXPECT_EQ(results(), (std::vector<std::string>{"success", "POLICY_DENIED"}));
  const runtime::Value first = safeguards_->audit.last(2).front();
  const auto* count = first["counts"]["excluded_windows"].as<std::int64_t>();
  ASSERT_NE(count, nullptr);
  EXPECT_EQ(*count, 0);
  EXPECT_EQ(safeguards_->audit.verify().fault, "");
}

TEST_F(GuardedPolicyTest, WhatCannotBeLoggedIsNotDelivered) {
  own().audited = true;
  std::filesystem::create_directories(folder_.at("state/audit.jsonl"));
  EXPECT_EQ(capture(1), "FILE_IO_ERROR audit log");
}

}  // namespace
}  // namespace native

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "native/fake/fake_desktop.hpp"
#include "native/gate/gate.hpp"
#include "native/gate/guarded_policy.hpp"
#include "tests/unit/native/gate/folder.hpp"
#include "tests/unit/native/support/deadlines.hpp"

namespace native {
namespace {

using test::soon;

// Rules of a test: audited, and masked on demand.
class MaskingPolicy : public Policy {
 public:
  std::shared_ptr<const Rules> rules() override {
    auto all = std::make_shared<Rules>();
    for (CallerRules& caller : all->callers) {
      caller.windows = std::make_shared<const WindowRules>(std::vector<WindowRule>());
      caller.audited = true;
      caller.always_masked = masked;
      caller.denied_when_locked = denied_when_locked;
    }
    return all;
  }
  void admit(const Caller&, const Operation&, const Rules&) override {}
  void confirm(const Caller&, const Operation&, const Rules&) override {}
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}

  bool masked = false;
  bool denied_when_locked = false;
};

class AlwaysLocked : public SessionLock {
 public:
  LockQuestion ask() override {
    std::promise<LockState> answer;
    LockQuestion question(answer.get_future());
    answer.set_value({LockState::Kind::kLocked, "as told"});
    return question;
  }
};

class GateClipboard : public testing::Test {
 protected:
  GateClipboard() {
    auto policy = std::make_unique<MaskingPolicy>();
    policy_ = policy.get();
    Safeguards::Settings settings;
    settings.common_folders = {folder_.at("run")};
    settings.audit_path = folder_.at("state/audit.jsonl");
    settings.lock = std::make_unique<AlwaysLocked>();
    safeguards_ = std::make_shared<Safeguards>(std::move(settings));
    gate_ = std::make_unique<Gate>(guarded_policy(std::move(policy), safeguards_));
  }
  static Caller caller(Caller::Kind kind) {
    Caller caller;
    caller.kind = kind;
    return caller;
  }
  ClipboardContent read(Caller::Kind kind = Caller::Kind::kMcp) {
    return gate_
        ->read_clipboard(desktop_, caller(kind), Selection::kClipboard, ClipboardFormats::all(),
                         soon())
        .content;
  }
  void write(const ClipboardContent& content) {
    gate_->write_clipboard(desktop_, caller(Caller::Kind::kMcp), Selection::kClipboard,
                           std::make_shared<const ClipboardContent>(content), soon());
  }
  void copy(const std::string& text, bool secret = false) {
    ClipboardContent content;
    content.text = text;
    content.secret = secret;
    desktop_.clipboard().copy(Selection::kClipboard, content);
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
  MaskingPolicy* policy_ = nullptr;
  std::shared_ptr<Safeguards> safeguards_;
  std::unique_ptr<Gate> gate_;
};

TEST_F(GateClipboard, SecretsGoToNoClient) {
  copy("hunter2", true);
  for (const auto kind : {Caller::Kind::kMcp, Caller::Kind::kGuest})
    EXPECT_EQ(refusal([&] { read(kind); }), "POLICY_DENIED secret");
  for (const auto kind : {Caller::Kind::kScript, Caller::Kind::kDaemon, Caller::Kind::kCommandLine})
    EXPECT_EQ(read(kind).text, "hunter2");
  const auto formats = gate_->read_clipboard(desktop_, caller(Caller::Kind::kMcp),
                                             Selection::kClipboard, {}, soon());
  EXPECT_TRUE(formats.formats.text);
  EXPECT_FALSE(formats.content.text.has_value());
}

TEST_F(GateClipboard, WhatIsKeptIsPutBackUnchanged) {
  copy("hunter2 of ann@example.org", true);
  policy_->masked = true;
  const auto kept =
      gate_->keep_clipboard(desktop_, caller(Caller::Kind::kMcp), Selection::kClipboard, soon());
  copy("something else");
  gate_->write_clipboard(desktop_, caller(Caller::Kind::kMcp), Selection::kClipboard, kept, soon());
  const ClipboardContent now = desktop_.clipboard().paste(Selection::kClipboard);
  EXPECT_EQ(now.text, "hunter2 of ann@example.org");
  EXPECT_TRUE(now.secret);
}

TEST_F(GateClipboard, AnEmptyContentClears) {
  const auto kept =
      gate_->keep_clipboard(desktop_, caller(Caller::Kind::kMcp), Selection::kClipboard, soon());
  copy("something");
  gate_->write_clipboard(desktop_, caller(Caller::Kind::kMcp), Selection::kClipboard, kept, soon());
  EXPECT_TRUE(desktop_.clipboard().paste(Selection::kClipboard).formats().none());
}

TEST_F(GateClipboard, MasksTextWhereThePolicyDoes) {
  ClipboardContent content;
  content.text = "mail to ann@example.org";
  content.html = "<b>ann@example.org</b>";
  content.files = {"/tmp/ann@example.org.txt"};
  desktop_.clipboard().copy(Selection::kClipboard, content);
  EXPECT_EQ(read(), content);
  policy_->masked = true;
  EXPECT_EQ(read().text, "mail to [masked]");
  EXPECT_EQ(read().html->find("ann"), std::string::npos);
  EXPECT_EQ(read().files.front().find("ann"), std::string::npos);
}

TEST_F(GateClipboard, StopAndLockEndIt) {
  copy("before");
  ClipboardContent content;
  content.text = "after";
  policy_->denied_when_locked = true;
  EXPECT_EQ(refusal([&] { read(); }), "POLICY_DENIED locked");
  EXPECT_EQ(refusal([&] { write(content); }), "POLICY_DENIED locked");
  policy_->denied_when_locked = false;
  safeguards_->stop.set();
  EXPECT_EQ(refusal([&] { read(); }), "POLICY_DENIED stopped");
  EXPECT_EQ(refusal([&] { write(content); }), "POLICY_DENIED stopped");
  EXPECT_EQ(desktop_.clipboard().paste(Selection::kClipboard).text, "before");
}

TEST_F(GateClipboard, TheLogHasNoContent) {
  copy("hunter2");
  read();
  ClipboardContent content;
  content.text = "typed by hand";
  write(content);
  safeguards_->stop.set();
  refusal([&] { read(); });
  const std::string text = log();
  EXPECT_NE(text.find("\"read clipboard\""), std::string::npos) << text;
  EXPECT_NE(text.find("\"write clipboard\""), std::string::npos) << text;
  EXPECT_NE(text.find("\"count\":13"), std::string::npos) << text;
  EXPECT_NE(text.find("POLICY_DENIED"), std::string::npos) << text;
  EXPECT_EQ(text.find("hunter2"), std::string::npos);
  EXPECT_EQ(text.find("by hand"), std::string::npos);
}

}  // namespace
}  // namespace native

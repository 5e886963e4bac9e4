// The gate learns who asks, whoever it is.
#include <gtest/gtest.h>

#include <utility>

#include "tests/unit/native/lua/desktop_host.hpp"

namespace native {
namespace {

using Asker = runtime::Companion::Asker;

// Remembers who asked, and refuses guests.
class Doorman : public Policy {
 public:
  explicit Doorman(std::vector<Caller>& seen) : seen_(seen) {}
  void admit(const Caller& caller, const CaptureTarget&) override {
    seen_.push_back(caller);
    if (caller.kind == Caller::Kind::kGuest) throw Error("POLICY_DENIED", "no guests");
  }
  bool wants_windows(const Caller&, const CaptureTarget&) const override { return false; }
  void mask(const FrameInfo&, const std::vector<Window>&, int, int, std::uint8_t*,
            std::size_t) override {}
  void audit(const Caller&, const CaptureTarget&, const Error*) override {}

 private:
  std::vector<Caller>& seen_;
};

runtime::Task<void> capture_as(runtime::State* state, Asker asker) {
  const auto chunk = state->load(runtime::Script{"test.lua", "require 'screen'.capture 'desktop'"});
  const auto companion = std::make_shared<runtime::Companion>(asker, "run_script");
  std::vector<runtime::Value> none;
  co_await state->call(chunk, std::move(none), companion);
}

TEST(CallerTest, TheGateSeesThatAGuestAsks) {
  runtime::Loop loop;
  FakeDesktop desktop;
  std::vector<Caller> seen;
  Host::Settings settings;
  settings.open = [&desktop] { return std::make_unique<Shared>(desktop); };
  settings.policy = std::make_unique<Doorman>(seen);
  auto host = std::make_shared<Host>(loop, std::move(settings));
  auto state = std::make_unique<runtime::State>(runtime::State::Settings());
  state->add_module(screen_module(host));
  EXPECT_NO_THROW(runtime::run(loop, capture_as(state.get(), Asker::kTool)));
  try {
    runtime::run(loop, capture_as(state.get(), Asker::kGuest));
    ADD_FAILURE() << "a guest was let in";
  } catch (const runtime::Error& error) {
    EXPECT_EQ(error.code, "POLICY_DENIED");
  }
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].kind, Caller::Kind::kTool);
  EXPECT_EQ(seen[1].kind, Caller::Kind::kGuest);
  EXPECT_EQ(seen[1].name, "run_script");
  state.reset();
  host.reset();
}

}  // namespace
}  // namespace native

// Every operation on the desktop passes the gate together with its caller.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "native/fake/fake_file_managers.hpp"
#include "native/fake/fake_session_programs.hpp"
#include "tests/unit/native/lua/desktop_host.hpp"

namespace native {
namespace {

using Kind = runtime::Caller::Kind;

struct Asked {
  Caller caller;
  Operation::Kind operation;
};

// Remembers what was asked, and refuses guests.
class GuestRefusal : public Policy {
 public:
  explicit GuestRefusal(std::vector<Asked>& seen) : seen_(seen) {}
  std::shared_ptr<const Rules> rules() override { return rules_; }
  void admit(const Caller& caller, const Operation& operation, const Rules&) override {
    seen_.push_back({caller, operation.kind});
    if (caller.kind == Kind::kGuest) throw Error("POLICY_DENIED", "no guests");
  }
  void confirm(const Caller&, const Operation&, const Rules&) override {}
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}

 private:
  std::vector<Asked>& seen_;
  const std::shared_ptr<const Rules> rules_ = std::make_shared<const Rules>();
};

class CallerTest : public testing::Test {
 protected:
  CallerTest() {
    DesktopService::Settings settings;
    settings.open = [this] { return std::make_unique<Shared>(desktop); };
    settings.policy = std::make_unique<GuestRefusal>(seen);
    settings.services.file_managers = std::make_shared<FakeFileManagers>();
    settings.services.programs = std::make_shared<FakeSessionPrograms>();
    host = std::make_shared<DesktopService>(loop, std::move(settings));
    state = std::make_unique<runtime::State>(runtime::State::Settings());
    for (runtime::Module module :
         {screen_module(host), window_module(host), app_module(host), image_module(host),
          event_module(host), input_module(host), clipboard_module(host), audio_module(host),
          notify_module(host), power_module(host), file_managers_module(host),
          launching_module(host)})
      state->add_module(std::move(module));
  }
  ~CallerTest() override {
    state.reset();
    host.reset();
  }

  // The code of the error that a script ends with; "" without one.
  std::string code_of(const std::string& script, std::shared_ptr<runtime::Origin> origin) {
    static constexpr auto call = [](runtime::State* in, std::string text,
                                    std::shared_ptr<runtime::Origin> from) -> runtime::Task<void> {
      const auto chunk = in->load(runtime::Script{"test.lua", text});
      std::vector<runtime::Value> none;
      co_await in->call(chunk, std::move(none), from);
    };
    try {
      runtime::run(loop, call(state.get(), script, std::move(origin)));
    } catch (const runtime::Error& error) {
      return error.code;
    }
    return "";
  }

  runtime::Loop loop;
  FakeDesktop desktop;
  std::vector<Asked> seen;
  std::shared_ptr<DesktopService> host;
  std::unique_ptr<runtime::State> state;
};

constexpr std::pair<const char*, Operation::Kind> kScripts[] = {
    {"require 'screen'.capture 'desktop'", Operation::Kind::kCapture},
    {"require 'screen'.mark()", Operation::Kind::kListen},
    {"require 'screen'.changed(0, {region = {x = 0, y = 0, width = 1, height = 1}})",
     Operation::Kind::kCompare},
    {"require 'window'.list()", Operation::Kind::kListWindows},
    {"require 'window'.frontmost()", Operation::Kind::kListWindows},
    {"require 'window'.focus(1)", Operation::Kind::kActivateWindow},
    {"require 'window'.close(1)", Operation::Kind::kControlWindow},
    {"require 'input'.type 'text'", Operation::Kind::kInput},
    {"require 'input'.click {x = 1, y = 1}", Operation::Kind::kInput},
    {"require 'clipboard'.read()", Operation::Kind::kReadClipboard},
    {"require 'clipboard'.save()", Operation::Kind::kReadClipboard},
    {"require 'clipboard'.write 'text'", Operation::Kind::kWriteClipboard},
    {"require 'clipboard'.clear()", Operation::Kind::kWriteClipboard},
    {"require 'audio'.output()", Operation::Kind::kReadService},
    {"require 'audio'.set_volume(50)", Operation::Kind::kUseService},
    {"require 'audio'.mute()", Operation::Kind::kUseService},
    {"require 'audio'.unmute()", Operation::Kind::kUseService},
    {"require 'notify'.send('title')", Operation::Kind::kUseService},
    {"require 'notify'.close(1)", Operation::Kind::kUseService},
    {"require 'power'.battery()", Operation::Kind::kReadService},
    {"require 'power'.machine()", Operation::Kind::kReadService},
    {"require 'file_managers'.show('/tmp')", Operation::Kind::kUseService},
    {"require 'file_managers'.program()", Operation::Kind::kListApplications},
    {"require 'file_managers'.windows()", Operation::Kind::kListWindows},
    {"require 'launching'.activate 'org.example.Editor'", Operation::Kind::kControlWindow},
    {"require 'launching'.give_scope('org.example.Editor', 1)", Operation::Kind::kControlWindow},
    {"require 'app'.list()", Operation::Kind::kListApplications},
    {"require 'event'.listen {kinds = {'window.opened'}}", Operation::Kind::kListen},
    {"require 'image'.decode 'no picture'", Operation::Kind::kReadPicture}};

TEST_F(CallerTest, TheGateSeesWhoAsksForWhat) {
  for (const auto& [script, operation] : kScripts) {
    for (const Kind kind : {Kind::kMcp, Kind::kDaemon, Kind::kScript, Kind::kCommandLine}) {
      seen.clear();
      EXPECT_NE(code_of(script, std::make_shared<runtime::Origin>(kind, "name")), "POLICY_DENIED");
      ASSERT_FALSE(seen.empty()) << script;
      EXPECT_EQ(seen[0].caller.kind, kind) << script;
      EXPECT_EQ(seen[0].caller.name, "name") << script;
      EXPECT_EQ(seen[0].operation, operation) << script;
    }
  }
}

TEST_F(CallerTest, GuestsAreRefusedEverything) {
  for (const auto& [script, operation] : kScripts)
    EXPECT_EQ(code_of(script, std::make_shared<runtime::Origin>(Kind::kGuest, "run_script")),
              "POLICY_DENIED")
        << script;
}

TEST_F(CallerTest, ACallWithoutACallerIsAGuest) {
  for (const auto& [script, operation] : kScripts) {
    EXPECT_EQ(code_of(script, nullptr), "POLICY_DENIED") << script;
    EXPECT_EQ(seen.back().caller.kind, Kind::kGuest);
  }
}

}  // namespace
}  // namespace native

#include "native/gate/gate.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "native/fake/fake_desktop.hpp"
#include "native/image/frame.hpp"
#include "tests/unit/native/support/deadlines.hpp"

namespace native {
namespace {

using test::soon;

class LastPixel : public StripSink {
 public:
  void begin(const FrameInfo&) override {}
  void strip(int, int, std::uint8_t* pixels, std::size_t) override { blue = pixels[0]; }
  int blue = -1;
};

// Records its calls; refuses on demand.
class Recorder : public Policy {
 public:
  explicit Recorder(std::vector<std::string>& log) : log_(log) {}
  std::shared_ptr<const Rules> rules() override { return rules_; }
  void admit(const Caller& caller, const Operation&, const Rules&) override {
    log_.push_back("admit " + caller.name);
    if (caller.name == "stranger") throw Error("POLICY_DENIED", "no", "ask");
  }
  void confirm(const Caller& caller, const Operation&, const Rules&) override {
    log_.push_back("confirm " + caller.name);
  }
  void audit(const Caller&, const CaptureTarget&, int, const Error* error) override {
    log_.push_back("audit " + (error == nullptr ? std::string("good") : error->code));
  }

 private:
  std::vector<std::string>& log_;
  const std::shared_ptr<const Rules> rules_ = std::make_shared<const Rules>();
};

TEST(Gate, AsksBeforeAndAfterAndAudits) {
  FakeDesktop desktop;
  std::vector<std::string> log;
  Gate gate(std::make_unique<Recorder>(log));
  LastPixel sink;
  gate.capture(desktop, {Caller::Kind::kMcp, "image", "", 0},
               {CaptureTarget::Kind::kDesktop, 0, Rect{0, 0, 9, 9}}, sink, soon());
  EXPECT_EQ(log, (std::vector<std::string>{"admit image", "confirm image", "audit good"}));
  EXPECT_EQ(sink.blue, 0);
}

TEST(Gate, ReadsNothingWhenItRefuses) {
  FakeDesktop desktop;
  std::vector<std::string> log;
  Gate gate(std::make_unique<Recorder>(log));
  LastPixel sink;
  EXPECT_THROW(gate.capture(desktop, {Caller::Kind::kScript, "stranger", "", 0}, {}, sink, soon()),
               Error);
  EXPECT_EQ(log, (std::vector<std::string>{"admit stranger", "audit POLICY_DENIED"}));
  EXPECT_TRUE(desktop.log().empty());
}

TEST(Gate, AuditsFailures) {
  FakeDesktop desktop;
  desktop.fail("capture", Error("CAPTURE_FAILED", "broken"));
  std::vector<std::string> log;
  Gate gate(std::make_unique<Recorder>(log));
  LastPixel sink;
  EXPECT_THROW(gate.capture(desktop, {}, {}, sink, soon()), Error);
  EXPECT_EQ(log.back(), "audit CAPTURE_FAILED");
}

TEST(Gate, LetsEverythingPassWithoutAPolicyOfItsOwn) {
  FakeDesktop desktop;
  desktop.set_background([](int, int) { return 0x12U; });
  Gate gate(allow_everything());
  LastPixel sink;
  gate.capture(desktop, {}, {}, sink, soon());
  EXPECT_EQ(sink.blue, 0x12);
}

TEST(Gate, FinishesWhatItGathered) {
  FakeDesktop desktop;
  std::vector<std::string> log;
  Gate gate(std::make_unique<Recorder>(log));
  LastPixel sink;
  const Caller caller{Caller::Kind::kMcp, "image", "", 0};
  gate.gather(desktop, caller, {CaptureTarget::Kind::kDesktop, 0, {}}, sink, soon());
  EXPECT_EQ(log, (std::vector<std::string>{"admit image", "confirm image"}));
  gate.finish(caller, {}, 0, nullptr);
  const Error fault("CAPTURE_FAILED", "not masked");
  gate.finish(caller, {}, 0, &fault);
  EXPECT_EQ(log, (std::vector<std::string>{"admit image", "confirm image", "confirm image",
                                           "audit good", "audit CAPTURE_FAILED"}));
}

// Rules that exclude windows, which a test may change.
class Excluding : public Policy {
 public:
  explicit Excluding(std::vector<WindowRule> rules) { set(std::move(rules)); }
  void set(std::vector<WindowRule> rules, bool masked = false) {
    auto all = std::make_shared<Rules>();
    all->generation = ++generation_;
    const auto windows = std::make_shared<const WindowRules>(std::move(rules));
    for (CallerRules& caller : all->callers) {
      caller.windows = windows;
      caller.always_masked = masked;
    }
    rules_ = std::move(all);
  }
  std::shared_ptr<const Rules> rules() override { return rules_; }
  void admit(const Caller&, const Operation&, const Rules&) override {}
  void confirm(const Caller&, const Operation&, const Rules&) override {}
  void audit(const Caller&, const CaptureTarget&, int, const Error*) override {}

 private:
  std::shared_ptr<const Rules> rules_;
  std::uint64_t generation_ = 0;
};

WindowRule titled(const std::string& title) {
  WindowRule rule;
  rule.title = title;
  return rule;
}

constexpr std::uint32_t kSecret = 0xFF0000;
constexpr std::uint32_t kFilled = 0x606060;

// All pixels of a picture.
class Colours : public FrameSink {
 public:
  std::uint32_t at(int x, int y) {
    if (frame.pixels.empty()) frame = take();
    const std::uint8_t* p = frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride +
                            static_cast<std::size_t>(x) * 4;
    return static_cast<std::uint32_t>(p[2] << 16 | p[1] << 8 | p[0]);
  }
  Frame frame;
};

class ExclusionTest : public testing::Test {
 protected:
  void add(std::uint64_t id, const std::string& title, const Rect& bounds, std::uint32_t colour,
           std::int64_t pid = 0) {
    Window window;
    window.id = id;
    window.title = title;
    window.app_class = "App";
    window.bounds = window.frame = bounds;
    window.on_screen = true;
    window.pid = pid == 0 ? static_cast<std::int64_t>(id) : pid;
    desktop.add_window(window, [colour](int, int) { return colour; });
  }
  std::string refusal(const CaptureTarget& target) {
    LastPixel sink;
    try {
      gate.capture(desktop, caller, target, sink, soon());
    } catch (const Error& error) {
      return error.code + " " + error.fact("reason");
    }
    return "allowed";
  }

  FakeDesktop desktop;
  Excluding* policy = new Excluding({titled("secret")});
  Gate gate{std::unique_ptr<Policy>(policy)};
  const Caller caller{Caller::Kind::kMcp, "image", "", 0};
};

TEST_F(ExclusionTest, FillsWhatIsVisibleAndNothingElse) {
  add(1, "my Secret", {10, 10, 100, 100}, kSecret);
  add(2, "cover", {50, 50, 100, 100}, 0x00FF00);
  Colours sink;
  gate.capture(desktop, caller, {}, sink, soon());
  for (int y = 0; y < 200; ++y)
    for (int x = 0; x < 200; ++x) {
      const bool cover = x >= 50 && x < 150 && y >= 50 && y < 150;
      const bool secret = x >= 10 && x < 110 && y >= 10 && y < 110;
      ASSERT_EQ(sink.at(x, y), cover ? 0x00FF00U : secret ? kFilled : 0U) << x << "," << y;
    }
  EXPECT_EQ(sink.frame.excluded_windows, 1);
}

TEST_F(ExclusionTest, FillsInARegion) {
  add(1, "secret", {10, 10, 100, 100}, kSecret);
  Colours sink;
  gate.capture(desktop, caller, {CaptureTarget::Kind::kDesktop, 0, Rect{100, 100, 20, 20}}, sink,
               soon());
  EXPECT_EQ(sink.at(9, 9), kFilled);
  EXPECT_EQ(sink.at(10, 9), 0U);
  Colours beside;
  gate.capture(desktop, caller, {CaptureTarget::Kind::kDesktop, 0, Rect{200, 200, 20, 20}}, beside,
               soon());
  EXPECT_EQ(beside.at(0, 0), 0U);
  EXPECT_EQ(beside.frame.excluded_windows, 0);
}

TEST_F(ExclusionTest, RefusesTheWindowItself) {
  add(1, "secret", {10, 10, 100, 100}, kSecret);
  add(2, "other", {10, 10, 100, 100}, 0);
  EXPECT_EQ(refusal({CaptureTarget::Kind::kWindow, 1, {}}), "POLICY_DENIED excluded window");
  EXPECT_EQ(refusal({CaptureTarget::Kind::kWindow, 2, {}}), "allowed");
}

TEST_F(ExclusionTest, HidesDialogsAndPopUpsToo) {
  add(1, "secret", {10, 10, 10, 10}, kSecret, 7);
  add(2, "dialog", {30, 10, 10, 10}, kSecret, 8);
  add(3, "menu", {50, 10, 10, 10}, kSecret, 7);
  add(4, "same process", {70, 10, 10, 10}, 0x00FF00, 7);
  desktop.change_window(2, [](Window& window) { window.transient_for = 1; });
  desktop.change_window(3, [](Window& window) { window.pop_up = true; });
  Colours sink;
  gate.capture(desktop, caller, {}, sink, soon());
  EXPECT_EQ(sink.at(11, 11), kFilled);
  EXPECT_EQ(sink.at(31, 11), kFilled);
  EXPECT_EQ(sink.at(51, 11), kFilled);
  EXPECT_EQ(sink.at(71, 11), 0x00FF00U);
  EXPECT_EQ(sink.frame.excluded_windows, 3);
}

TEST_F(ExclusionTest, HidesWhatMayBeADialog) {
  add(1, "secret", {10, 10, 10, 10}, kSecret, 7);
  add(2, "Find", {30, 10, 10, 10}, kSecret, 7);
  add(3, "other document", {50, 10, 10, 10}, 0x00FF00, 7);
  add(4, "Find", {70, 10, 10, 10}, 0x00FF00, 8);
  add(5, "warning", {90, 10, 10, 10}, kSecret, 9);
  for (const std::uint64_t id : {2U, 4U})
    desktop.change_window(id, [](Window& window) { window.owner_unknown = true; });
  desktop.change_window(2, [](Window& window) { window.active = true; });
  desktop.change_window(5, [](Window& window) { window.transient_for = 2; });
  Colours sink;
  gate.capture(desktop, caller, {}, sink, soon());
  const std::uint32_t expected[] = {kFilled, kFilled, 0x00FF00, 0x00FF00, kFilled};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(sink.at(11 + 20 * i, 11), expected[i]) << i;
  EXPECT_EQ(refusal({CaptureTarget::Kind::kWindow, 2, {}}), "POLICY_DENIED excluded window");
  EXPECT_EQ(gate.frontmost(desktop, caller, soon())->title, "");
  Event event;
  event.kind = Event::Kind::kOpened;
  for (const Window& each : desktop.windows().windows(soon()))
    if (each.id == 2) event.window = each;
  gate.examine(desktop, event, soon());
  EXPECT_EQ(gate.concealed(event, caller).window.title, "");
}

TEST_F(ExclusionTest, GoesByTheClassOfDialogsWhoseProcessIsUnknown) {
  add(1, "secret", {10, 10, 10, 10}, kSecret);
  add(2, "Find", {30, 10, 10, 10}, kSecret);
  add(3, "Find", {50, 10, 10, 10}, 0x00FF00);
  add(4, "other document", {70, 10, 10, 10}, 0x00FF00);
  for (std::uint64_t id = 1; id <= 4; ++id)
    desktop.change_window(id, [id](Window& window) {
      window.pid = 0;
      window.app_class = id == 3 ? "other" : "editor";
      window.owner_unknown = id == 2 || id == 3;
    });
  Colours sink;
  gate.capture(desktop, caller, {}, sink, soon());
  const std::uint32_t expected[] = {kFilled, kFilled, 0x00FF00, 0x00FF00};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(sink.at(11 + 20 * i, 11), expected[i]) << i;
}

TEST_F(ExclusionTest, GoesByExecutableAndApplication) {
  WindowRule by_executable;
  by_executable.executable = "vault";
  policy->set({by_executable});
  add(1, "x", {10, 10, 10, 10}, kSecret, 7);
  EXPECT_EQ(refusal({CaptureTarget::Kind::kWindow, 1, {}}), "allowed");
  desktop.set_executable(7, "Vault");
  EXPECT_EQ(refusal({CaptureTarget::Kind::kWindow, 1, {}}), "POLICY_DENIED excluded window");
  WindowRule by_application;
  by_application.application = "app";
  policy->set({by_application});
  desktop.set_executable(7, "");
  EXPECT_EQ(refusal({CaptureTarget::Kind::kWindow, 1, {}}), "POLICY_DENIED excluded window");
}

TEST_F(ExclusionTest, HidesTitles) {
  add(1, "secret", {10, 10, 10, 10}, kSecret);
  add(2, "open", {30, 10, 10, 10}, 0);
  desktop.change_window(1, [](Window& window) { window.active = true; });
  std::vector<Window> windows = gate.windows(desktop, caller, soon());
  ASSERT_EQ(windows.size(), 2U);
  EXPECT_EQ(windows[0].title, "open");
  EXPECT_EQ(windows[1].title, "");
  EXPECT_NE(windows[1].hidden_from, 0U);
  EXPECT_EQ(gate.frontmost(desktop, caller, soon())->title, "");
  windows.clear();
  gate.applications(desktop, caller, soon(), &windows);
  EXPECT_EQ(windows[1].title, "");
}

TEST_F(ExclusionTest, ListsNoPopUps) {
  add(1, "menu", {50, 10, 10, 10}, 0, 7);
  add(2, "open", {30, 10, 10, 10}, 0, 7);
  desktop.change_window(1, [](Window& window) { window.pop_up = window.active = true; });
  std::vector<Window> windows = gate.windows(desktop, caller, soon());
  ASSERT_EQ(windows.size(), 1U);
  EXPECT_EQ(windows[0].title, "open");
  EXPECT_FALSE(gate.frontmost(desktop, caller, soon()));
  const std::vector<App> apps = gate.applications(desktop, caller, soon(), &windows);
  ASSERT_EQ(apps.size(), 1U);
  EXPECT_EQ(apps[0].windows, std::vector<std::uint64_t>{2});
  EXPECT_EQ(windows.size(), 1U);
}

TEST_F(ExclusionTest, ConcealsEvents) {
  Event event;
  event.kind = Event::Kind::kTitleChanged;
  event.window.title = "harmless";
  event.title = "the secret before";
  gate.examine(desktop, event, soon());
  const Event seen = gate.concealed(event, caller);
  EXPECT_EQ(seen.title + seen.window.title, "");
  event.title = "harmless, too";
  event.window.hidden_from = 0;
  gate.examine(desktop, event, soon());
  EXPECT_EQ(gate.concealed(event, caller).title, "harmless, too");
}

TEST_F(ExclusionTest, ObeysBothPoliciesWhenOneChangesDuringACapture) {
  add(1, "secret", {10, 10, 10, 10}, kSecret);
  add(2, "private", {30, 10, 10, 10}, kSecret);
  int captures = 0;
  desktop.misbehave("strip", [&](Deadline) {
    if (++captures == 1) policy->set({titled("private")});
  });
  Colours sink;
  gate.capture(desktop, caller, {}, sink, soon());
  EXPECT_EQ(sink.at(11, 11), kFilled);
  EXPECT_EQ(sink.at(31, 11), kFilled);
}

TEST(Gate, MasksTextWhereThePolicyAlwaysMasks) {
  FakeDesktop desktop;
  Window window;
  window.id = 5;
  window.title = "Mail to ann@example.com - Post";
  desktop.add_window(window, [](int, int) { return 0U; });
  auto policy = std::make_unique<Excluding>(std::vector<WindowRule>{});
  Excluding& rules = *policy;
  Gate gate(std::move(policy));
  EXPECT_EQ(gate.windows(desktop, {}, soon()).front().title, window.title);
  rules.set({}, true);
  EXPECT_EQ(gate.windows(desktop, {}, soon()).front().title, "Mail to [masked] - Post");
  std::vector<Word> words = {{{0, 0, 9, 9}, 95, 1, "to"},
                             {{10, 0, 9, 9}, 95, 1, "ann@example.com"}};
  gate.clean(words, {});
  EXPECT_EQ(words[0].text, "to");
  EXPECT_EQ(words[1].text, "[masked]");
  Event event;
  event.kind = Event::Kind::kTitleChanged;
  event.window = window;
  event.title = "Card 4111 1111 1111 1111";
  EXPECT_EQ(gate.concealed(event, {}).title, "Card [masked]");
  EXPECT_EQ(gate.concealed(event, {}).window.title, "Mail to [masked] - Post");
}

}  // namespace
}  // namespace native

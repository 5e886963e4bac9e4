#include "native/gate/gate.hpp"

#include <gtest/gtest.h>

#include "native/fake/fake_desktop.hpp"

namespace native {
namespace {

class LastPixel : public StripSink {
 public:
  bool wants_windows() const override { return false; }
  void begin(const FrameInfo&, const std::vector<Window>& windows) override {
    seen = windows.size();
  }
  void strip(int, int, std::uint8_t* pixels, std::size_t) override { blue = pixels[0]; }
  std::size_t seen = 0;
  int blue = -1;
};

// Records its calls; refuses or masks on demand.
class Recorder : public Policy {
 public:
  explicit Recorder(std::vector<std::string>& log) : log_(log) {}
  void admit(const Caller& caller, const Operation&) override {
    log_.push_back("admit " + caller.name);
    if (caller.name == "stranger") throw Error("POLICY_DENIED", "no", "ask");
  }
  bool wants_windows(const Caller&, const CaptureTarget&) const override { return true; }
  void mask(const FrameInfo&, const std::vector<Window>& windows, int y, int rows,
            std::uint8_t* pixels, std::size_t) override {
    log_.push_back("mask " + std::to_string(y) + "+" + std::to_string(rows) + " of " +
                   std::to_string(windows.size()));
    pixels[0] = 0x77;
  }
  void audit(const Caller&, const CaptureTarget&, const Error* error) override {
    log_.push_back("audit " + (error == nullptr ? std::string("good") : error->code));
  }

 private:
  std::vector<std::string>& log_;
};

Deadline soon() { return std::chrono::steady_clock::now() + std::chrono::seconds(5); }

TEST(Gate, AsksMasksAndAudits) {
  FakeDesktop desktop;
  Window window;
  window.id = 3;
  desktop.add_window(window, [](int, int) { return 0U; });
  std::vector<std::string> log;
  Gate gate(std::make_unique<Recorder>(log));
  LastPixel sink;
  gate.capture(desktop, {Caller::Kind::kMcp, "image", "", 0},
               {CaptureTarget::Kind::kDesktop, 0, Rect{0, 0, 9, 9}}, sink, soon());
  EXPECT_EQ(log, (std::vector<std::string>{"admit image", "mask 0+9 of 1", "audit good"}));
  EXPECT_EQ(sink.blue, 0x77);
  EXPECT_EQ(sink.seen, 1U);
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
  EXPECT_EQ(sink.seen, 0U);
}

}  // namespace
}  // namespace native

#include <atomic>
#include <thread>

#include "native/fake/fake_desktop.hpp"
#include "tests/unit/native/contract/contract.hpp"

// The fake misbehaves on demand in one operation and not in the others.
namespace contract {
namespace {

using native::FakeDesktop;

class Misbehaving : public testing::Test {
 protected:
  Misbehaving() {
    Window window;
    window.id = 7;
    window.bounds = {10, 10, 300, 600};
    window.on_screen = true;
    fake_.add_window(window, [](int x, int y) { return pattern(1, x, y); });
  }
  void run(const std::string& operation, Deadline by) {
    if (operation == "displays") fake_.displays(by);
    if (operation == "windows") fake_.windows().windows(by);
    if (operation == "frontmost") fake_.frontmost(by);
    if (operation == "activate") fake_.activate(7, by);
    if (operation == "applications") fake_.applications().applications(by);
    if (operation == "capture") {
      Picture picture;
      fake_.capture().capture({CaptureTarget::Kind::kWindow, 7, {}}, picture, by);
    }
  }
  std::string code(const std::string& operation, Deadline by) {
    try {
      run(operation, by);
    } catch (const Error& error) {
      return error.code;
    }
    return {};
  }
  static Deadline in(int time) { return std::chrono::steady_clock::now() + milliseconds(time); }

  static inline const std::vector<std::string> kOperations = {
      "displays", "windows", "frontmost", "activate", "applications", "capture"};
  FakeDesktop fake_;
};

TEST_F(Misbehaving, OneOperationFailsAndTheOthersDoNot) {
  for (const std::string& broken : kOperations) {
    fake_.fail(broken, Error("CAPTURE_FAILED", "as told"));
    for (const std::string& operation : kOperations)
      EXPECT_EQ(code(operation, in(1000)), operation == broken ? "CAPTURE_FAILED" : "") << broken;
    fake_.behave();
    EXPECT_EQ(code(broken, in(1000)), "");
  }
}

TEST_F(Misbehaving, OneOperationHangsUntilItsDeadline) {
  for (const std::string& broken : kOperations) {
    fake_.hang(broken);
    const auto before = std::chrono::steady_clock::now();
    EXPECT_EQ(code(broken, in(40)), "TIMEOUT");
    EXPECT_GE(std::chrono::steady_clock::now() - before, milliseconds(39));
    fake_.behave();
  }
}

TEST_F(Misbehaving, AHangEndsWhenTheDesktopBehavesAgain) {
  fake_.hang("windows");
  std::atomic<bool> asked{false};
  std::string result = "nothing yet";
  std::thread caller([&] {
    asked = true;
    result = code("windows", in(20'000));
  });
  while (!asked || fake_.log().empty()) std::this_thread::yield();
  // The caller may not hang yet: woken again and again until it has come back.
  std::atomic<bool> back{false};
  std::thread waker([&] {
    while (!back) fake_.behave();
  });
  caller.join();
  back = true;
  waker.join();
  EXPECT_EQ(result, "");
}

TEST_F(Misbehaving, APictureBreaksOff) {
  fake_.fail("strip", Error("DISPLAY_UNAVAILABLE", "gone in the middle"));
  Picture picture;
  EXPECT_THROW(fake_.capture().capture({CaptureTarget::Kind::kWindow, 7, {}}, picture, in(1000)),
               Error);
  EXPECT_EQ(picture.info().height, 600) << "it had begun";
  EXPECT_EQ(picture.differences(1, {10, 10, 300, 600}), -1) << "and is not complete";
}

TEST_F(Misbehaving, ItsCapabilitiesNeverThrow) {
  fake_.fail("capabilities", Error("DISPLAY_UNAVAILABLE", "gone", "Start it."));
  for (const auto& row : fake_.capabilities(in(1000))) {
    EXPECT_FALSE(row.available);
    EXPECT_EQ(row.remedy, "Start it.");
  }
}

TEST_F(Misbehaving, HasNoDisplay) {
  fake_.set_displays({});
  EXPECT_EQ(code("displays", in(1000)), "DISPLAY_NOT_FOUND");
}

TEST_F(Misbehaving, LogsWhatItWasAsked) {
  for (const std::string& operation : kOperations) run(operation, in(1000));
  EXPECT_EQ(fake_.log(), (std::vector<std::string>{"displays", "windows", "frontmost", "activate 7",
                                                   "applications", "capture window 7"}));
}

}  // namespace
}  // namespace contract

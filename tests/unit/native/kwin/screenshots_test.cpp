#include "native/kwin/screenshots.hpp"

#include <gtest/gtest.h>

#include "native/desktop/error.hpp"
#include "tests/unit/native/kwin/mock_kwin.hpp"

namespace native::kwin {
namespace {

using test::kwin_deadline;
using test::MockKwin;

constexpr const char* kTakenUuid = "{374c5a5d-99e7-45eb-9466-3a4cd76f88ef}";
const Expected kTakenScreen{300, 200, {}};
constexpr std::size_t kRoom = std::size_t{1} << 20;

// Returns the code and the reason of a failed capture.
std::string failure(const std::string& how) {
  MockKwin kwin(how);
  try {
    capture_screen(kwin.service(), "Virtual-0", kTakenScreen, kwin_deadline(5000));
  } catch (const Error& error) {
    EXPECT_FALSE(error.hint.empty());
    return error.code + " " + error.fact("reason");
  }
  return "none";
}

void expect_whole(const Picture& picture) {
  ASSERT_EQ(picture.width, 300);
  ASSERT_EQ(picture.height, 200);
  ASSERT_EQ(picture.stride, 1264U);
  ASSERT_GE(picture.bytes.size(), picture.stride * 200);
  for (std::size_t y = 0; y < 200; ++y) {
    EXPECT_EQ(picture.bytes[y * picture.stride], y & 255);
    EXPECT_EQ(picture.bytes[y * picture.stride + 299 * 4 + 2], 7);
  }
}

TEST(KwinScreenshots, ComeBeforeTheAnswerOrAfterIt) {
  for (const char* how : {"good", "first", "nested"}) {
    MockKwin kwin(how);
    expect_whole(capture_screen(kwin.service(), "Virtual-0", kTakenScreen, kwin_deadline(10'000)));
    expect_whole(
        capture_area(kwin.service(), {0, 0, 300, 200}, kTakenScreen, kwin_deadline(10'000)));
    const auto window =
        capture_window(kwin.service(), {0, 0, kTakenUuid}, kRoom, kwin_deadline(10'000));
    ASSERT_TRUE(window);
    expect_whole(*window);
  }
}

TEST(KwinScreenshots, LiesAreRefused) {
  for (const char* how : {"stride", "absurd", "format", "texts", "nothing", "short"})
    EXPECT_EQ(failure(how), "CAPTURE_FAILED bad picture") << how;
}

TEST(KwinScreenshots, AnotherWindowIsRefused) {
  MockKwin kwin("other");
  try {
    capture_window(kwin.service(), {0, 0, kTakenUuid}, kRoom, kwin_deadline(5000));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.fact("reason"), "identity unproven");
  }
}

TEST(KwinScreenshots, RefusalsNameTheirReason) {
  const std::string own = "refuse org.kde.KWin.ScreenShot2.Error.";
  EXPECT_EQ(failure(own + "NoAuthorized"), "PERMISSION_ERROR_SCREEN_RECORDING needs desktop file");
  EXPECT_EQ(failure(own + "Cancelled"), "CAPTURE_FAILED software compositor");
  EXPECT_EQ(failure(own + "InvalidScreen"), "CAPTURE_FAILED refused");
  EXPECT_EQ(failure("refuse a.b.C"), "CAPTURE_FAILED refused");
  EXPECT_EQ(failure("absent"), "UNSUPPORTED software compositor");
}

TEST(KwinScreenshots, AWindowThatIsGoneIsNothing) {
  MockKwin kwin("refuse org.kde.KWin.ScreenShot2.Error.InvalidWindow");
  EXPECT_FALSE(capture_window(kwin.service(), {0, 0, kTakenUuid}, kRoom, kwin_deadline(5000)));
}

TEST(KwinScreenshots, WhatNeverComesCostsTheDeadline) {
  // One that sends without end finds its pipe full.
  for (const char* how : {"silent", "half", "flood"}) {
    MockKwin kwin(how);
    const auto began = std::chrono::steady_clock::now();
    EXPECT_THROW(capture_screen(kwin.service(), "Virtual-0", kTakenScreen, kwin_deadline(300)),
                 ServiceLate)
        << how;
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(3)) << how;
  }
}

TEST(KwinScreenshots, GoOnAfterAStop) {
  MockKwin kwin("good");
  kwin.stop();
  EXPECT_THROW(capture_screen(kwin.service(), "Virtual-0", kTakenScreen, kwin_deadline(200)),
               ServiceLate);
  kwin.go_on();
  expect_whole(capture_screen(kwin.service(), "Virtual-0", kTakenScreen, kwin_deadline(10'000)));
}

TEST(KwinScreenshots, TheEndOfKwinIsTold) {
  MockKwin kwin("silent");
  kwin.kill();
  EXPECT_THROW(capture_screen(kwin.service(), "Virtual-0", kTakenScreen, kwin_deadline(5000)),
               ServiceLost);
}

TEST(KwinScreenshots, LeaveNoDescriptorBehind) {
  MockKwin good("good"), refusing("refuse a.b.C"), silent("silent");
  const auto each_once = [&] {
    capture_screen(good.service(), "Virtual-0", kTakenScreen, kwin_deadline(10'000));
    EXPECT_THROW(capture_screen(refusing.service(), "a", kTakenScreen, kwin_deadline(10'000)),
                 Error);
    EXPECT_THROW(capture_screen(silent.service(), "a", kTakenScreen, kwin_deadline(20)),
                 ServiceLate);
  };
  each_once();
  const std::size_t before = test::open_descriptors();
  for (int i = 0; i < 20; ++i) each_once();
  EXPECT_EQ(test::open_descriptors(), before);
}

}  // namespace
}  // namespace native::kwin

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>
#include <xcb/composite.h>
#include <xcb/shape.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "native/x11/x11_desktop.hpp"
#include "tests/unit/native/support/kept.hpp"
#include "tests/unit/native/support/painter.hpp"
#include "tests/unit/native/support/shots.hpp"
#include "tests/unit/native/support/x_server.hpp"

// Window captures where wrong pixels lie in wait.
namespace native {
namespace {

using test::failure;
using test::in;
using test::Painter;
using test::Painting;
using test::Pixels;
using test::shoot;
using test::XServer;

bool redirected(Painter& painter, xcb_window_t window) {
  return test::redirected(painter.raw(), window);
}

class CaptureWindow : public testing::Test {
 protected:
  CaptureWindow() : painter_(server_), desktop_(open_x11(server_.roots())) {
    covered_.bounds = {100, 100, 300, 200};
    covered_.seed = 1;
    covered_.override_redirect = true;
    cover_.bounds = {200, 150, 300, 200};
    cover_.seed = 2;
    cover_.override_redirect = true;
  }

  test::Kept<XServer> kept_;
  XServer& server_ = *kept_;
  Painter painter_;
  std::unique_ptr<Desktop> desktop_;
  Painting covered_;
  Painting cover_;
};

TEST_F(CaptureWindow, UndoesItsRedirection) {
  const xcb_window_t window = painter_.open(covered_);
  painter_.open(cover_);
  ASSERT_FALSE(redirected(painter_, window));
  const Pixels pixels = shoot(*desktop_, window);
  EXPECT_EQ(pixels.info.method, "redirect");
  EXPECT_EQ(pixels.wrong(1), 0);
  EXPECT_FALSE(redirected(painter_, window));
}

TEST_F(CaptureWindow, SaysSoWhenTheApplicationDoesNotRepaint) {
  const xcb_window_t window = painter_.open(covered_);
  painter_.open(cover_);
  painter_.freeze(true);
  EXPECT_EQ(failure(*desktop_, window, 2000), "CAPTURE_FAILED not repainted");
  painter_.freeze(false);
  EXPECT_FALSE(redirected(painter_, window)) << "undone after a failure, too";
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
}

TEST_F(CaptureWindow, SaysSoWhenAnApplicationWithoutPingsDoesNotRepaint) {
  covered_.takes_pings = false;
  const xcb_window_t window = painter_.open(covered_);
  painter_.open(cover_);
  painter_.freeze(true);
  EXPECT_EQ(failure(*desktop_, window, 2000), "CAPTURE_FAILED not repainted");
  painter_.freeze(false);
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
}

TEST_F(CaptureWindow, WaitsForASlowApplication) {
  covered_.slow_milliseconds = 300;
  for (const bool pings : {true, false}) {
    covered_.takes_pings = pings;
    const xcb_window_t window = painter_.open(covered_);
    const xcb_window_t cover = painter_.open(cover_);
    EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0) << (pings ? "with" : "without") << " pings";
    painter_.close(cover);
    painter_.close(window);
  }
}

TEST_F(CaptureWindow, DoesNotTrustTheRedirectionOfAnotherCapture) {
  const xcb_window_t window = painter_.open(covered_);
  painter_.open(cover_);
  painter_.freeze(true);
  // Another program has begun to redirect the window, and its application has not painted since.
  const auto version = xcb_composite_query_version(painter_.raw(), 0, 4);
  std::free(xcb_composite_query_version_reply(painter_.raw(), version, nullptr));
  xcb_composite_redirect_window(painter_.raw(), window, XCB_COMPOSITE_REDIRECT_AUTOMATIC);
  painter_.synchronise();
  ASSERT_TRUE(redirected(painter_, window));
  EXPECT_EQ(failure(*desktop_, window, 500), "CAPTURE_FAILED busy");
  EXPECT_EQ(failure(*desktop_, window, 1800), "CAPTURE_FAILED not repainted");
  painter_.freeze(false);
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0) << "of a redirection that lasts";
}

TEST_F(CaptureWindow, GivesTwoCapturesOfOneWindowAtATimeTheRightPixels) {
  covered_.slow_milliseconds = 20;
  const xcb_window_t window = painter_.open(covered_);
  painter_.open(cover_);
  std::atomic<int> wrong{0};
  const auto work = [&] {
    const auto desktop = open_x11(server_.roots());
    for (int round = 0; round < 5; ++round) wrong += shoot(*desktop, window).wrong(1);
  };
  std::thread one(work);
  std::thread other(work);
  one.join();
  other.join();
  EXPECT_EQ(wrong, 0);
}

// Another client that drags a corner of a window to and fro as long as this lives.
class Dragging {
 public:
  // `painter`: who must have painted a size before the next one; may be null.
  Dragging(const XServer& server, xcb_window_t window, Painter* painter)
      : connection_(test::connect(server)),
        painter_(painter),
        thread_([this, window] { drag(window); }) {}
  ~Dragging() {
    ending_ = true;
    thread_.join();
  }

 private:
  void drag(xcb_window_t window) {
    for (std::uint32_t width = 200; !ending_; width = width < 400 ? width + 3 : 200) {
      const std::uint32_t size[] = {width, 150};
      xcb_configure_window(connection_.get(), window,
                           XCB_CONFIG_WINDOW_WIDTH | XCB_CONFIG_WINDOW_HEIGHT, size);
      std::free(xcb_get_input_focus_reply(connection_.get(), xcb_get_input_focus(connection_.get()),
                                          nullptr));
      if (painter_ != nullptr) painter_->settle();
      std::this_thread::sleep_for(std::chrono::milliseconds(4));
    }
  }

  test::XConnection connection_;
  Painter* painter_;
  std::atomic<bool> ending_{false};
  std::thread thread_;
};

TEST_F(CaptureWindow, SaysSoWhenAHiddenWindowsSizeNeverRests) {
  const xcb_window_t window = painter_.open(covered_);
  painter_.open(cover_);
  // Else it could be painted whenever the dragging is kept waiting.
  painter_.freeze(true);
  {
    const Dragging dragging(server_, window, nullptr);
    // Where the dragging is kept waiting for long, the window is at rest, but not repainted; and
    // the dragging may keep the server from answering in time.
    const auto is_restless = [&] {
      const std::string said = failure(*desktop_, window, 1500);
      EXPECT_THAT(said, testing::AnyOf("CAPTURE_FAILED restless", "CAPTURE_FAILED not repainted",
                                       "TIMEOUT no answer"));
      return said == "CAPTURE_FAILED restless";
    };
    EXPECT_TRUE(test::eventually(is_restless));
  }
  painter_.freeze(false);
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
}

TEST_F(CaptureWindow, TakesAWindowThatIsDraggedWhileItIsInView) {
  const xcb_window_t window = painter_.open(covered_);
  {
    // On a busy machine it would never be at rest otherwise.
    const Dragging dragging(server_, window, &painter_);
    for (int shot = 0; shot < 40; ++shot) EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
  }
  EXPECT_EQ(shoot(*desktop_, window).wrong(1), 0);
}

TEST_F(CaptureWindow, TakesAHiddenWindowThatWasResizedWhileItWasWaitedFor) {
  covered_.slow_milliseconds = 150;
  const xcb_window_t window = painter_.open(covered_);
  painter_.open(cover_);
  std::thread resizing([&] {
    for (const int width : {310, 320, 330}) {
      std::this_thread::sleep_for(std::chrono::milliseconds(60));
      painter_.move(window, {100, 100, width, 210}, false);
    }
  });
  const Pixels shot = shoot(*desktop_, window);
  resizing.join();
  EXPECT_EQ(shot.wrong(1), 0);
}

TEST_F(CaptureWindow, MakesTransparentWhatLiesOutsideAShape) {
  const xcb_window_t window = painter_.open(covered_);
  const xcb_rectangle_t shape[] = {{0, 0, 300, 50}, {0, 50, 100, 150}};
  xcb_shape_rectangles(painter_.raw(), XCB_SHAPE_SO_SET, XCB_SHAPE_SK_BOUNDING, 0, window, 0, 0, 2,
                       shape);
  painter_.synchronise();
  const Pixels pixels = shoot(*desktop_, window);
  for (const auto& [x, y] : {std::pair{299, 10}, std::pair{10, 199}, std::pair{99, 120}}) {
    EXPECT_EQ(pixels.at(x, y), test::pattern(1, x, y));
  }
  EXPECT_TRUE(pixels.info.translucent);
  EXPECT_EQ(pixels.alpha_at(99, 120), 255);
  EXPECT_EQ(pixels.at(200, 120), 0xFFFFFFU);
  EXPECT_EQ(pixels.alpha_at(200, 120), 0);
}

TEST_F(CaptureWindow, WorksWithoutSharedMemory) {
  const XServer plain("640x480x24", {"-extension", "MIT-SHM"});
  Painter painter(plain);
  const xcb_window_t window = painter.open(covered_);
  const auto desktop = open_x11(plain.roots());
  const Pixels shot = shoot(*desktop, window);
  EXPECT_EQ(shot.wrong(1), 0);
  EXPECT_THAT(shot.info.note, testing::HasSubstr("has no MIT-SHM"));
}

TEST_F(CaptureWindow, WorksWhenNoSharedMemoryIsLeft) {
  const xcb_window_t window = painter_.open(covered_);
  // The sanitizer needs a descriptor itself whenever it meets a kind of object for the first time.
  test::shoot_screen(*open_x11(server_.roots()));
  const auto desktop = open_x11(server_.roots());
  desktop->displays().displays(in(5000));  // connected: the segment comes with the first picture
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const int free = open("/dev/null", O_RDONLY | O_CLOEXEC);
  close(free);
  rlimit now = before;
  now.rlim_cur = static_cast<rlim_t>(free);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &now), 0);
  const Pixels shot = test::shoot_screen(*desktop);
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_THAT(shot.info.note, testing::HasSubstr("Too many open files"));
  const Pixels again = shoot(*desktop, window);
  EXPECT_EQ(again.wrong(1), 0);
  EXPECT_EQ(again.info.note, "");
}

TEST_F(CaptureWindow, SaysSoWithoutComposite) {
  const XServer plain("640x480x24", {"-extension", "Composite"});
  Painter painter(plain);
  const xcb_window_t window = painter.open(covered_);
  const auto desktop = open_x11(plain.roots());
  EXPECT_EQ(shoot(*desktop, window).wrong(1), 0);
  painter.open(cover_);
  EXPECT_EQ(failure(*desktop, window, 1000), "CAPTURE_FAILED no composite");
  for (const Capability& row : desktop->capabilities(in(1000))) {
    if (row.operation != "capture.covered") continue;
    EXPECT_FALSE(row.available);
    EXPECT_FALSE(row.remedy.empty());
  }
}

}  // namespace
}  // namespace native

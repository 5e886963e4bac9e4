#include "native/wayland/screen_capture.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "native/desktop/error.hpp"
#include "tests/unit/native/wayland/screen_compositor.hpp"

namespace native::wayland {
namespace {

// Keeps what is said of a picture, and counts its rows.
class CountingSink : public StripSink {
 public:
  void begin(const FrameInfo& frame) override { info = frame; }
  void strip(int, int count, std::uint8_t*, std::size_t) override { rows += count; }

  FrameInfo info;
  int rows = 0;
};

UprightPicture plain(int width, int height) {
  UprightPicture picture;
  picture.width = width;
  picture.height = height;
  picture.stride = static_cast<std::size_t>(width) * 4;
  picture.turned.resize(picture.stride * static_cast<std::size_t>(height));
  picture.pixels = picture.turned.data();
  return picture;
}

class ScreenCaptureTest : public testing::Test {
 protected:
  static ScreenCompositor::Settings two_screens() {
    ScreenCompositor::Settings settings;
    settings.screens = {{"S-1", 40, 30, {0, 0, 40, 30}}, {"S-2", 80, 60, {40, 0, 40, 30}, 2}};
    return settings;
  }
  // Returns the reason of a failure, or "taken".
  std::string outcome(const CaptureTarget& target, const TakeScreen& take) {
    try {
      capture_screens(
          *connection_, target, take, [] { return std::vector<Window>(); }, sink_, deadline_);
      return "taken";
    } catch (const Error& error) {
      return error.code + " " + error.fact("reason");
    }
  }

  const Deadline deadline_ = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  ScreenCompositor compositor_{two_screens()};
  std::unique_ptr<Connection> connection_ =
      Connection::open(compositor_.socket(), ::getuid(), deadline_);
  CountingSink sink_;
};

TEST_F(ScreenCaptureTest, JoinsScreensAtTheLargestScale) {
  const TakeScreen take = [](const Output& output, const std::vector<Output>&) {
    return plain(output.width, output.height);
  };
  EXPECT_EQ(outcome({}, take), "taken");
  EXPECT_EQ(sink_.info.origin, (Rect{0, 0, 80, 30}));
  EXPECT_EQ(sink_.info.scale, 2);
  EXPECT_EQ(std::pair(sink_.info.width, sink_.rows), std::pair(160, 60));
}

// Where the screen has another size than its picture, a place in the picture would lead to another
// one on the screen.
TEST_F(ScreenCaptureTest, TakesAScreenAgainThatHasChangedItsSize) {
  int takes = 0;
  const TakeScreen late = [&](const Output& output, const std::vector<Output>&) {
    return ++takes < 3 ? plain(20, 15) : plain(output.width, output.height);
  };
  CaptureTarget first;
  first.kind = CaptureTarget::Kind::kDisplay;
  EXPECT_EQ(outcome(first, late), "taken");
  EXPECT_EQ(takes, 3);
  EXPECT_EQ(std::pair(sink_.info.width, sink_.rows), std::pair(40, 30));
}

TEST_F(ScreenCaptureTest, RefusesAPictureThatIsNotOfItsScreen) {
  const TakeScreen wrong = [](const Output&, const std::vector<Output>&) { return plain(20, 15); };
  EXPECT_EQ(outcome({}, wrong), "CAPTURE_FAILED restless");
  EXPECT_EQ(sink_.rows, 0);
}

TEST_F(ScreenCaptureTest, TakesAPictureThatMissesByARoundedPixel) {
  const TakeScreen rounded = [](const Output& output, const std::vector<Output>&) {
    return plain(output.width - 1, output.height + 1);
  };
  CaptureTarget first;
  first.kind = CaptureTarget::Kind::kDisplay;
  EXPECT_EQ(outcome(first, rounded), "taken");
}

}  // namespace
}  // namespace native::wayland

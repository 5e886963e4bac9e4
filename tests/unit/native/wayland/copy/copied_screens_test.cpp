#include "native/wayland/copy/copied_screens.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "native/desktop/error.hpp"
#include "tests/unit/native/wayland/screen_compositor.hpp"

namespace native::wayland {
namespace {

using Manner = ScreenCompositor::Manner;
using Protocol = ScreenCompositor::Protocol;
using std::chrono::milliseconds;

constexpr milliseconds kLong{10'000}, kShort{150};

Deadline deadline_in(milliseconds time) { return std::chrono::steady_clock::now() + time; }

std::size_t open_files() {
  const std::filesystem::directory_iterator files("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(files), end(files)));
}

struct Screens {
  explicit Screens(ScreenCompositor::Settings settings)
      : compositor(std::move(settings)),
        connection(Connection::open(compositor.socket(), ::getuid(), deadline_in(kLong))),
        screens(copied_screens(*connection)),
        outputs(read_outputs(*connection, deadline_in(kLong))) {}

  UprightPicture take(milliseconds time = kLong, std::size_t screen = 0) {
    return screens->take(outputs.at(screen), outputs, deadline_in(time));
  }
  // Returns how a capture ends: "CODE reason", "lost", "late" or "taken".
  std::string outcome(milliseconds time = kLong) {
    try {
      take(time);
      return "taken";
    } catch (const Error& error) {
      return error.code + " " + error.fact("reason");
    } catch (const ConnectionLost&) {
      return "lost";
    } catch (const ConnectionLate&) {
      return "late";
    }
  }

  ScreenCompositor compositor;
  std::unique_ptr<Connection> connection;
  std::unique_ptr<ScreenPictures> screens;
  std::vector<Output> outputs;
};

// What holds for both protocols, whatever the compositor says.
class CopiedScreensTest : public testing::TestWithParam<Protocol> {
 protected:
  static ScreenCompositor::Settings with(ScreenCompositor::Description description) {
    ScreenCompositor::Settings settings;
    settings.protocol = GetParam();
    settings.description = description;
    return settings;
  }
  static ScreenCompositor::Settings with(Manner manner) {
    ScreenCompositor::Settings settings;
    settings.protocol = GetParam();
    settings.manner = manner;
    return settings;
  }
};

TEST_P(CopiedScreensTest, HaveThePixelsOfTheirScreen) {
  ScreenCompositor::Settings settings = with(Manner::kRight);
  settings.screens = {{"S-1", 40, 30, {0, 0, 40, 30}}, {"S-2", 40, 30, {40, 0, 40, 30}}};
  Screens desk(settings);
  for (const std::size_t screen : {0U, 1U}) {
    const UprightPicture picture = desk.take(kLong, screen);
    ASSERT_EQ(std::pair(picture.width, picture.height), std::pair(40, 30));
    const std::uint8_t* last = picture.pixels + 29 * picture.stride + 39 * 4;
    EXPECT_EQ(last[0] | last[1] << 8 | last[2] << 16, ScreenCompositor::color(screen));
  }
}

TEST_P(CopiedScreensTest, AreRefusedByName) {
  EXPECT_EQ(Screens(with(Manner::kRefuses)).outcome(), "CAPTURE_FAILED refused");
}

TEST_P(CopiedScreensTest, AreWaitedForUntilTheDeadline) {
  EXPECT_EQ(Screens(with(Manner::kDescribesNothing)).outcome(kShort), "late");
  Screens desk(with(Manner::kIsNeverReady));
  EXPECT_EQ(desk.outcome(kShort), "late");
  desk.compositor.change(Manner::kRight);
  EXPECT_EQ(desk.outcome(), "taken") << "the next one";
}

TEST_P(CopiedScreensTest, EndWithTheCompositor) {
  EXPECT_EQ(Screens(with(Manner::kLeaves)).outcome(), "lost");
}

TEST_P(CopiedScreensTest, OfSizesThatNoScreenHasAreNotRead) {
  for (const auto& [width, height] :
       {std::pair(0U, 30U), std::pair(40U, 0U), std::pair(0x7FFFFFFFU, 0x7FFFFFFFU),
        std::pair(0xFFFFFFFFU, 1U), std::pair(65536U, 1U), std::pair(65535U, 65535U)}) {
    const ScreenCompositor::Description description{width, height, width * 4, 1};
    const std::string outcome = Screens(with(description)).outcome(kShort);
    EXPECT_TRUE(outcome == "CAPTURE_FAILED format" || (width == 0 && outcome == "late"))
        << width << "x" << height << ": " << outcome;
  }
}

TEST_P(CopiedScreensTest, OfUnknownFormatsAreNotRead) {
  for (const std::uint32_t format : {2U, 0x20203843U, 0xFFFFFFFFU})
    EXPECT_EQ(Screens(with({40, 30, 160, format})).outcome(), "CAPTURE_FAILED format") << format;
}

TEST_P(CopiedScreensTest, LeaveNoFilesOpen) {
  Screens desk(with(Manner::kRight));
  desk.take();
  const std::size_t before = open_files();
  for (int i = 0; i < 1000; ++i) {
    desk.compositor.change(i % 2 == 0 ? Manner::kRefuses : Manner::kRight);
    EXPECT_EQ(desk.outcome(), i % 2 == 0 ? "CAPTURE_FAILED refused" : "taken");
  }
  EXPECT_EQ(open_files(), before);
}

INSTANTIATE_TEST_SUITE_P(Protocols, CopiedScreensTest,
                         testing::Values(Protocol::kScreencopy, Protocol::kImageCopy),
                         [](const testing::TestParamInfo<Protocol>& each) {
                           return each.param == Protocol::kScreencopy ? "screencopy" : "image_copy";
                         });

TEST(Screencopy, WithWrongRowsIsNotRead) {
  for (const std::uint32_t stride : {0U, 159U, 0x7FFFFFFFU, 0xFFFFFFFFU}) {
    ScreenCompositor::Settings settings;
    settings.description.stride = stride;
    EXPECT_EQ(Screens(settings).outcome(), "CAPTURE_FAILED format") << stride;
  }
}

TEST(ImageCopy, ThatChangesItsSizeForEverIsGivenUp) {
  ScreenCompositor::Settings settings;
  settings.protocol = Protocol::kImageCopy;
  settings.manner = Manner::kWantsAnotherSize;
  EXPECT_EQ(Screens(settings).outcome(), "CAPTURE_FAILED restless");
}

}  // namespace
}  // namespace native::wayland

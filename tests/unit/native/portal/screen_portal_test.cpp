#include "native/portal/screen_portal.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "native/desktop/error.hpp"
#include "tests/unit/native/portal/other_helper.hpp"

namespace native::portal {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int kAllSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;

// Memory that holds bytes 0, 1, 2 …
OwnedFile counted_memory(std::size_t size, int seals) {
  OwnedFile file(::memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i);
  EXPECT_EQ(::write(file.get(), bytes.data(), size), static_cast<ssize_t>(size));
  EXPECT_EQ(::fcntl(file.get(), F_ADD_SEALS, seals), 0);
  return file;
}

ScreenPortal portal_of(const OtherHelper& helper) {
  return ScreenPortal(helper.place(), [] { return std::string("unix:path=/bus"); });
}

const AskedScreen kScreen{{-10, 20, 3, 2}, 3, 2, true};

std::string reason_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_FALSE(error.hint.empty());
    return error.code + ": " + error.fact("reason");
  }
  return "nothing was thrown";
}

std::string capture_reason(const OtherHelper& helper) {
  return reason_of([&] { portal_of(helper).capture(kScreen, Clock::now() + seconds(5)); });
}

OtherHelper::Answer picture(int width, std::size_t bytes, int seals, const char* order = "bgrx") {
  return [=](const Message&, Message& answer) {
    answer.set("width", width).set("height", 2).set("order", order);
    answer.file = counted_memory(bytes, seals);
    return true;
  };
}

TEST(ScreenPortal, GivesThePictureOfTheScreenThatIsAskedFor) {
  const OtherHelper helper([](const Message& request, Message& answer) {
    EXPECT_EQ(request.text("do"), "picture");
    EXPECT_EQ(request.number("x", -10, -10), -10);
    EXPECT_EQ(request.number("units_high", 2, 2), 2);
    EXPECT_EQ(request.text("only"), "yes");
    EXPECT_EQ(request.text("bus"), "unix:path=/bus");
    return picture(3, 24, kAllSeals, "rgbx")(request, answer);
  });
  const Picture taken = portal_of(helper).capture(kScreen, Clock::now() + seconds(5));
  EXPECT_EQ(taken.width, 3);
  EXPECT_EQ(taken.height, 2);
  EXPECT_TRUE(taken.red_first);
  ASSERT_EQ(taken.bytes.size(), 24U);
  for (std::size_t i = 0; i < 24; ++i) EXPECT_EQ(taken.bytes[i], i);
}

TEST(ScreenPortal, TakesNoPictureThatItDidNotAskFor) {
  EXPECT_EQ(capture_reason(OtherHelper(picture(4, 32, kAllSeals))), "CAPTURE_FAILED: wrong size");
  EXPECT_EQ(capture_reason(OtherHelper(picture(3, 23, kAllSeals))), "CAPTURE_FAILED: bad answer");
  EXPECT_EQ(capture_reason(OtherHelper(picture(3, 25, kAllSeals))), "CAPTURE_FAILED: bad answer");
  EXPECT_EQ(capture_reason(OtherHelper(picture(3, 24, F_SEAL_SHRINK))),
            "CAPTURE_FAILED: bad answer");
  EXPECT_EQ(capture_reason(OtherHelper(picture(3, 24, kAllSeals, "yuv"))),
            "CAPTURE_FAILED: bad answer");
}

TEST(ScreenPortal, ReadsNothingButMemory) {
  const OtherHelper helper([](const Message&, Message& answer) {
    answer.set("width", 3).set("height", 2).set("order", "bgrx");
    answer.file.reset(::open("/dev/zero", O_RDONLY | O_CLOEXEC));
    return true;
  });
  EXPECT_EQ(capture_reason(helper), "CAPTURE_FAILED: bad answer");
  const OtherHelper without([](const Message&, Message& answer) {
    answer.set("width", 3).set("height", 2).set("order", "bgrx");
    return true;
  });
  EXPECT_EQ(capture_reason(without), "CAPTURE_FAILED: bad answer");
}

TEST(ScreenPortal, TellsItsOwnTextForAWord) {
  const auto refusing = [](const char* word) {
    return [=](const Message&, Message& answer) {
      answer.set("refused", word);
      return true;
    };
  };
  EXPECT_EQ(capture_reason(OtherHelper(refusing("needs consent"))),
            "PERMISSION_ERROR_SCREEN_RECORDING: needs consent");
  EXPECT_EQ(capture_reason(OtherHelper(refusing("no pipewire"))), "UNSUPPORTED: no pipewire");
  EXPECT_EQ(capture_reason(OtherHelper(refusing("no answer"))), "TIMEOUT: no answer");
  EXPECT_EQ(capture_reason(OtherHelper(refusing("call this number"))),
            "CAPTURE_FAILED: bad answer");
}

TEST(ScreenPortal, AHelperThatEndsIsAskedOnceMore) {
  int asked = 0;
  const OtherHelper once([&](const Message& request, Message& answer) {
    return ++asked > 1 && picture(3, 24, kAllSeals)(request, answer);
  });
  EXPECT_EQ(portal_of(once).capture(kScreen, Clock::now() + seconds(5)).width, 3);
  EXPECT_EQ(asked, 2);
  const OtherHelper always([](const Message&, Message&) { return false; });
  EXPECT_EQ(capture_reason(always), "CAPTURE_FAILED: helper ended");
}

TEST(ScreenPortal, APersonIsAskedOnceOnly) {
  int asked = 0;
  const OtherHelper helper([&](const Message& request, Message&) {
    EXPECT_EQ(request.text("do"), "ask");
    ++asked;
    return false;
  });
  EXPECT_EQ(reason_of([&] { portal_of(helper).grant("screens", Clock::now() + seconds(5)); }),
            "CAPTURE_FAILED: helper ended");
  EXPECT_EQ(asked, 1);
}

TEST(ScreenPortal, SilenceEndsAtTheDeadline) {
  const OtherHelper helper([](const Message& request, Message&) {
    // Until the asker has given up.
    const auto until = request.number("deadline", 0, INT64_MAX);
    std::this_thread::sleep_until(Deadline(std::chrono::nanoseconds(*until) + milliseconds(100)));
    return false;
  });
  const Deadline begun = Clock::now();
  EXPECT_EQ(reason_of([&] { portal_of(helper).capture(kScreen, begun + milliseconds(200)); }),
            "TIMEOUT: no answer");
  EXPECT_GE(Clock::now() - begun, milliseconds(200));
  EXPECT_LT(Clock::now() - begun, seconds(5));
}

TEST(ScreenPortal, AMissingHelperIsNamed) {
  const ScreenPortal portal({[] { return std::string("/nonexistent"); }, "", "/nonexistent"},
                            [] { return std::string(); });
  EXPECT_EQ(reason_of([&] { portal.capture(kScreen, Clock::now() + seconds(5)); }),
            "UNSUPPORTED: no helper");
  EXPECT_EQ(portal.state(Clock::now() + seconds(5)).state, "unavailable");
}

TEST(ScreenPortal, AHelperThatDoesNotStartIsNamed) {
  for (const char* program : {"/bin/false", "/nonexistent/peekaboo-portal"}) {
    const ScreenPortal portal({[] { return std::string("/nonexistent"); }, program, "/nonexistent"},
                              [] { return std::string(); });
    EXPECT_EQ(reason_of([&] { portal.capture(kScreen, Clock::now() + seconds(5)); }),
              "UNSUPPORTED: no helper");
  }
}

TEST(ScreenPortal, TellsItsState) {
  const OtherHelper given([](const Message& request, Message& answer) {
    EXPECT_EQ(request.text("do"), "state");
    answer.set("state", "given");
    return true;
  });
  EXPECT_EQ(portal_of(given).state(Clock::now() + seconds(5)).remedy, "");
  const OtherHelper needed([](const Message&, Message& answer) {
    answer.set("state", "consent revoked");
    return true;
  });
  const Permission row = portal_of(needed).state(Clock::now() + seconds(5));
  EXPECT_EQ(row.state, "consent revoked");
  EXPECT_NE(row.remedy.find("peekaboo permissions grant screens"), std::string::npos);
}

}  // namespace
}  // namespace native::portal

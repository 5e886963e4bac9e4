#include "native/kwin/service.hpp"

#include <gtest/gtest.h>

#include "tests/unit/native/kwin/mock_kwin.hpp"

namespace native::kwin {
namespace {

using test::kwin_deadline;
using test::MockKwin;

TEST(KwinService, IsThatOfTheCompositor) {
  const MockKwin kwin("good");
  const auto found = [&](pid_t compositor) {
    return Service::find(kServiceName, kwin.address(), "/proc", compositor, kwin_deadline(5000)) !=
           nullptr;
  };
  EXPECT_TRUE(found(kwin.pid()));
  // A wrapper has made the socket and started KWin, as this test has.
  EXPECT_TRUE(found(::getpid()));
  EXPECT_TRUE(found(0));
  EXPECT_FALSE(found(1));
}

TEST(KwinService, IsNothingWithoutItsName) {
  const test::PrivateBus bus;
  EXPECT_FALSE(Service::find(kServiceName, bus.address, "/proc", 0, kwin_deadline(5000)));
  EXPECT_FALSE(Service::find(kServiceName, "", "/proc", 0, kwin_deadline(5000)));
  EXPECT_FALSE(Service::find(kServiceName, "unix:path=/nowhere", "/proc", 0, kwin_deadline(5000)));
}

TEST(KwinService, ABusThatStandsStillIsLate) {
  const test::PrivateBus bus;
  bus.stop();
  EXPECT_THROW(Service::find(kServiceName, bus.address, "/proc", 0, kwin_deadline(200)),
               ServiceLate);
  bus.go_on();
}

}  // namespace
}  // namespace native::kwin

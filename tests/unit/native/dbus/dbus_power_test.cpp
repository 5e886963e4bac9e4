#include "native/dbus/dbus_power.hpp"

#include <gtest/gtest.h>

#include <string>

#include "native/desktop/error.hpp"
#include "tests/unit/native/dbus/mock_provider.hpp"
#include "tests/unit/native/support/deadlines.hpp"

namespace native {
namespace {

using test::in;
using test::MockProvider;
using test::PrivateBus;

// Without files of the kernel.
Battery ask(const std::string& address) {
  return open_dbus_power({[address] { return address; }, "/nonexistent"})->battery(in(20'000));
}

std::string reason_of(const std::string& address) {
  try {
    ask(address);
  } catch (const Error& error) {
    return error.code + " " + error.fact("reason");
  }
  return "none";
}

TEST(DbusPower, FindsTheBatteryAmongTheDevices) {
  for (const char* how : {"right", "huge"}) {
    const Battery battery = ask(MockProvider("power", how).address());
    EXPECT_TRUE(battery.present) << how;
    EXPECT_EQ(battery.percentage, 72.5);
    EXPECT_TRUE(battery.charging);
    EXPECT_EQ(battery.state, "charging");
    EXPECT_EQ(battery.source, "UPower");
  }
}

TEST(DbusPower, AMouseIsNoBattery) {
  const Battery battery = ask(MockProvider("power", "empty").address());
  EXPECT_FALSE(battery.present);
  EXPECT_EQ(battery.percentage, 100);
  EXPECT_FALSE(battery.charging);
}

TEST(DbusPower, TakesNoAnswerOfAnotherTypeForNone) {
  EXPECT_EQ(reason_of(MockProvider("power", "types").address()), "PROVIDER_UNAVAILABLE refuses");
  EXPECT_EQ(reason_of(MockProvider("power", "refuses").address()), "PROVIDER_UNAVAILABLE refuses");
}

TEST(DbusPower, AsksTheKernelWhereThereIsNoService) {
  EXPECT_EQ(ask(PrivateBus().address).source, "sysfs");
  EXPECT_EQ(ask("").source, "sysfs");
  EXPECT_EQ(ask("unix:path=/nonexistent/bus").source, "sysfs");
}

TEST(DbusPower, AServiceThatHangsIsReportedSoon) {
  const MockProvider service("power", "right");
  service.stop();
  const Deadline began = std::chrono::steady_clock::now();
  EXPECT_EQ(reason_of(service.address()), "PROVIDER_UNAVAILABLE does not answer");
  EXPECT_LT(std::chrono::steady_clock::now() - began, Power::kPatience + std::chrono::seconds(5));
  service.go_on();
}

}  // namespace
}  // namespace native

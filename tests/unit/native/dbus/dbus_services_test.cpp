#include "native/dbus/dbus_services.hpp"

#include <gtest/gtest.h>

#include "tests/unit/native/dbus/mock_notifications.hpp"
#include "tests/unit/native/support/deadlines.hpp"

namespace native {
namespace {

using test::in;
using test::MockNotifications;
using test::PrivateBus;

constexpr const char* kName = "org.freedesktop.Notifications";

std::unique_ptr<Services> services_on(const std::string& session, const std::string& system = "") {
  return open_dbus_services({[session] { return session; }, [system] { return system; }});
}

TEST(DbusServices, KnowOneThatRuns) {
  const MockNotifications service({"body"});
  const auto services = services_on(service.address());
  const ServiceState state = services->state(BusKind::kSession, kName, true, in(5000));
  EXPECT_EQ(state.fault, "");
  EXPECT_EQ(state.owner.substr(0, 1), ":");
  EXPECT_GT(state.pid, 0);
  EXPECT_TRUE(state.answers);
  EXPECT_FALSE(services->state(BusKind::kSession, kName, false, in(5000)).answers);
}

TEST(DbusServices, KnowOneThatHangs) {
  const MockNotifications service({"body"});
  service.stop();
  const auto services = services_on(service.address());
  const Deadline began = std::chrono::steady_clock::now();
  const ServiceState state = services->state(BusKind::kSession, kName, true, in(300));
  EXPECT_NE(state.owner, "");
  EXPECT_FALSE(state.answers);
  EXPECT_EQ(state.fault, "");
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(5));
  service.go_on();
}

TEST(DbusServices, StartNothing) {
  const PrivateBus bus;
  const auto services = services_on(bus.address);
  const ServiceState state =
      services->state(BusKind::kSession, "org.example.Nobody", true, in(5000));
  EXPECT_EQ(state.fault, "");
  EXPECT_EQ(state.owner, "");
  EXPECT_FALSE(state.activatable || state.answers);
  // The bus itself can be asked like any other.
  EXPECT_TRUE(services->state(BusKind::kSession, "org.freedesktop.DBus", true, in(5000)).answers);
}

TEST(DbusServices, NameTheBusThatCannotBeAsked) {
  EXPECT_EQ(services_on("")->state(BusKind::kSession, kName, true, in(1000)).fault,
            "no session bus");
  EXPECT_EQ(services_on("")->state(BusKind::kSystem, kName, true, in(1000)).fault, "no system bus");
  const PrivateBus bus;
  bus.stop();
  EXPECT_EQ(services_on("", bus.address)->state(BusKind::kSystem, kName, false, in(200)).fault,
            "system bus does not answer");
  bus.go_on();
}

TEST(DbusServices, TakeAnyNameForAName) {
  const PrivateBus bus;
  const auto services = services_on(bus.address);
  for (const std::string name : {"", "x", "../..", "a b", "org.example.\n"})
    EXPECT_EQ(services->state(BusKind::kSession, name, true, in(5000)).owner, "") << name;
}

}  // namespace
}  // namespace native

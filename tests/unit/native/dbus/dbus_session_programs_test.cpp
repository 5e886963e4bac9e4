#include "native/dbus/dbus_session_programs.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/native/dbus/mock_provider.hpp"
#include "tests/unit/native/dbus/support.hpp"
#include "tests/unit/native/support/deadlines.hpp"

namespace native {
namespace {

using test::failure_of;
using test::in;
using test::MockProvider;

constexpr const char* kNotes = "org.example.My-Notes";

std::unique_ptr<SessionPrograms> programs_on(const std::string& address) {
  return open_dbus_session_programs([address] { return address; });
}

TEST(DbusSessionPrograms, ActivatesAnApplicationAtItsObject) {
  const MockProvider service("application", "right");
  EXPECT_EQ(programs_on(service.address())->activate(kNotes, in(20'000)), service.pid());
  EXPECT_EQ(service.line(), R"({"activated": {}})");
}

TEST(DbusSessionPrograms, SaysThatTheBusDoesNotKnowAnApplication) {
  const MockProvider service("application", "right");
  const auto programs = programs_on(service.address());
  for (const char* id : {"org.example.Nobody", "no name", "", "xterm"})
    EXPECT_EQ(failure_of([&] { programs->activate(id, in(20'000)); }), "UNSUPPORTED ") << id;
  EXPECT_EQ(failure_of([] { programs_on("")->activate(kNotes, in(20'000)); }), "UNSUPPORTED ");
}

TEST(DbusSessionPrograms, SaysThatAnApplicationRefusesOrDoesNotAnswer) {
  const MockProvider refusing("application", "refuses");
  EXPECT_EQ(failure_of([&] { programs_on(refusing.address())->activate(kNotes, in(20'000)); }),
            "UNSUPPORTED ");
  const MockProvider hanging("application", "right");
  hanging.stop();
  EXPECT_EQ(failure_of([&] { programs_on(hanging.address())->activate(kNotes, in(200)); }),
            "TIMEOUT ");
  hanging.go_on();
}

TEST(DbusSessionPrograms, GivesAProcessAScopeNamedAsTheDesktopsDo) {
  const MockProvider service("systemd", "right");
  const auto programs = programs_on(service.address());
  EXPECT_TRUE(programs->give_scope("debian-xterm", 4711, in(20'000)));
  EXPECT_EQ(service.line(),
            R"({"unit": "app-debian\\x2dxterm-4711.scope", "mode": "fail", "units": [], )"
            R"("PIDs": [4711]})");
  EXPECT_TRUE(programs->give_scope(".my app/é", 1, in(20'000)));
  EXPECT_NE(service.line().find(R"(app-\\x2emy\\x20app\\x2f\\xc3\\xa9-1.scope)"),
            std::string::npos);
}

TEST(DbusSessionPrograms, GoesOnWithoutAScope) {
  EXPECT_FALSE(programs_on("")->give_scope("xterm", 4711, in(20'000)));
  const MockProvider refusing("systemd", "refuses");
  EXPECT_FALSE(programs_on(refusing.address())->give_scope("xterm", 4711, in(20'000)));
  EXPECT_FALSE(programs_on(refusing.address())->give_scope("xterm", -1, in(20'000)));
  EXPECT_FALSE(
      programs_on(refusing.address())->give_scope(std::string(200, 'x'), 4711, in(20'000)));
}

}  // namespace
}  // namespace native

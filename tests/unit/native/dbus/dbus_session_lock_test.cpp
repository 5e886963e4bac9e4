#include "native/dbus/dbus_session_lock.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "tests/unit/native/dbus/private_bus.hpp"

namespace native {
namespace {

using Kind = LockState::Kind;
using test::PipedChild;
using test::PrivateBus;

class DbusSessionLockTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_FALSE(system_.address.empty());
    services_.end_by_itself();
  }
  void tell(const std::string& command) {
    services_.say(command);
    ASSERT_EQ(services_.line(), "done") << command;
  }
  // Sessions of this user on a seat.
  void sessions(const std::vector<std::string>& displays) {
    std::string rows;
    for (const std::string& display : displays)
      rows += (rows.empty() ? "" : ", ") + row(display, "seat0", getuid());
    tell("sessions [" + rows + "]");
  }
  static std::string row(const std::string& display, const std::string& seat, unsigned user) {
    return R"({"display": ")" + display + R"(", "seat": ")" + seat +
           R"(", "class": "user", "user": )" + std::to_string(user) + "}";
  }
  LockRoots roots() const {
    LockRoots roots;
    roots.system_bus = [this] { return system_.address; };
    roots.session_bus = [this] { return session_.address; };
    roots.desktop = [this] { return CapturedDesktop{display_, wayland_}; };
    roots.user = getuid();
    roots.is_shown = [this](const std::string&) { return asked(shown_); };
    roots.is_virtual = [this](const std::string&) { return asked(virtual_); };
    return roots;
  }
  bool asked(bool answer) const {
    EXPECT_FALSE(wayland_) << "a question would start the server for X programs";
    return answer;
  }
  // Returns the first answer. On a busy machine some questions are not answered in time.
  static LockState known(SessionLock& lock) {
    LockState state{LockState::Kind::kUnknown};
    for (int i = 0; i < 50 && state.kind == LockState::Kind::kUnknown; ++i)
      state = lock.ask().answer();
    return state;
  }

  LockState state(const std::string& display = ":7") {
    display_ = display;
    return known(*open_dbus_session_lock(roots()));
  }

  PrivateBus system_;
  PrivateBus session_;
  PipedChild services_{
      {"/usr/bin/python3", PEEKABOO_MOCK_SERVICES, system_.address, session_.address}};
  std::string display_ = ":7";
  bool shown_ = true;
  bool virtual_ = false;
  bool wayland_ = false;
};

TEST_F(DbusSessionLockTest, WithoutServicesNothingIsLocked) {
  EXPECT_EQ(state().kind, Kind::kUnlocked);
  LockRoots none = roots();
  none.system_bus = none.session_bus = [] { return std::string(); };
  EXPECT_EQ(known(*open_dbus_session_lock(none)).kind, Kind::kUnlocked);
  none.system_bus = [] { return std::string("unix:path=/nowhere/bus"); };
  none.session_bus = [] { return std::string("no address"); };
  EXPECT_EQ(known(*open_dbus_session_lock(none)).kind, Kind::kUnlocked);
}

TEST_F(DbusSessionLockTest, LogindSaysThatItsSessionIsLocked) {
  sessions({":7"});
  const auto lock = open_dbus_session_lock(roots());
  EXPECT_EQ(known(*lock).kind, Kind::kUnlocked);
  tell("hint true");
  EXPECT_EQ(known(*lock).kind, Kind::kLocked);
  EXPECT_EQ(state(":7.0").kind, Kind::kLocked);
  tell("hint false");
  EXPECT_EQ(known(*lock).kind, Kind::kUnlocked);
}

TEST_F(DbusSessionLockTest, APreparedLockAnswersOfTheMomentOfTheQuestion) {
  sessions({":7"});
  const auto lock = open_dbus_session_lock(roots());
  lock->prepare();
  EXPECT_EQ(known(*lock).kind, Kind::kUnlocked);
  lock->prepare();
  tell("hint true");
  EXPECT_EQ(known(*lock).kind, Kind::kLocked);
  const auto late = open_dbus_session_lock(roots());
  tell("hint false");
  tell("saver true");
  late->prepare();
  EXPECT_EQ(known(*late).kind, Kind::kLocked);
}

TEST_F(DbusSessionLockTest, TheScreenSaverSaysThatItIsActive) {
  sessions({":7"});
  tell("saver true");
  const LockState locked = state();
  EXPECT_EQ(locked.kind, Kind::kLocked);
  EXPECT_NE(locked.reason.find("screen saver"), std::string::npos);
  tell("saver false");
  EXPECT_EQ(state().kind, Kind::kUnlocked);
}

TEST_F(DbusSessionLockTest, OnlyTheSessionOfTheDisplayCounts) {
  sessions({":3"});
  tell("hint true");
  tell("saver true");
  shown_ = false;
  EXPECT_EQ(state().kind, Kind::kUnlocked) << "a server in memory beside a locked session";
  shown_ = true;
  EXPECT_EQ(state().kind, Kind::kUnlocked) << "logind knows the session's display: another one";
  EXPECT_EQ(state(":3").kind, Kind::kLocked);
  EXPECT_EQ(state("elsewhere:3").kind, Kind::kUnlocked) << "another machine";
}

TEST_F(DbusSessionLockTest, ASessionWithoutAKnownDisplayOwnsWhatIsShown) {
  sessions({""});
  tell("hint true");
  EXPECT_EQ(state().kind, Kind::kLocked);
  shown_ = false;
  EXPECT_EQ(state().kind, Kind::kUnlocked);
}

TEST_F(DbusSessionLockTest, ACompositorsDesktopIsThatOfTheSeatWhateverItsDisplay) {
  sessions({""});
  tell("hint true");
  wayland_ = true;
  shown_ = false;
  virtual_ = true;
  for (const char* display : {":7", ""}) EXPECT_EQ(state(display).kind, Kind::kLocked) << display;
}

TEST_F(DbusSessionLockTest, SessionsOfOthersDoNotCount) {
  tell("sessions [" + row(":7", "seat0", getuid() + 1) + "]");
  tell("hint true");
  EXPECT_EQ(state().kind, Kind::kUnlocked);
}

TEST_F(DbusSessionLockTest, WithoutASessionTheScreenSaverDecidesButForPrivateDisplays) {
  tell("saver true");
  EXPECT_EQ(state().kind, Kind::kLocked);
  virtual_ = true;
  EXPECT_EQ(state().kind, Kind::kUnlocked);
}

TEST_F(DbusSessionLockTest, ABusThatDoesNotAnswerIsSaid) {
  sessions({":7"});
  const auto lock = open_dbus_session_lock(roots());
  EXPECT_EQ(known(*lock).kind, Kind::kUnlocked);
  for (const PrivateBus* bus : {&system_, &session_}) {
    bus->stop();
    const auto begin = std::chrono::steady_clock::now();
    const LockState state = lock->ask().answer();
    const auto taken = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(state.kind, Kind::kUnknown);
    EXPECT_NE(state.reason, "");
    EXPECT_GE(taken, LockQuestion::kPatience - std::chrono::milliseconds(20));
    bus->go_on();
    EXPECT_EQ(known(*lock).kind, Kind::kUnlocked) << "once it answers again, so does the lock";
  }
}

TEST_F(DbusSessionLockTest, ABusThatNeverAnsweredIsSaidToo) {
  system_.stop();
  EXPECT_EQ(open_dbus_session_lock(roots())->ask().answer().kind, Kind::kUnknown);
  system_.go_on();
}

TEST_F(DbusSessionLockTest, ManyMayAskAtOnce) {
  sessions({":7"});
  tell("hint true");
  const auto lock = open_dbus_session_lock(roots());
  EXPECT_EQ(known(*lock).kind, Kind::kLocked);
  std::vector<LockQuestion> questions;
  for (int i = 0; i < 100; ++i) questions.push_back(lock->ask());
  for (LockQuestion& question : questions) EXPECT_EQ(question.answer().kind, Kind::kLocked);
}

}  // namespace
}  // namespace native

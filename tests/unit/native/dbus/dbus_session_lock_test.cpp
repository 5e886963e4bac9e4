#include "native/dbus/dbus_session_lock.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>
#include <vector>

namespace native {
namespace {

using Kind = LockState::Kind;

// A program with pipes to its input and output; ended with this object.
class Child {
 public:
  explicit Child(const std::vector<std::string>& words) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) std::abort();
    pid_ = fork();
    if (pid_ == 0) {
      dup2(in[0], 0);
      dup2(out[1], 1);
      std::vector<char*> arguments;
      for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
      arguments.push_back(nullptr);
      execvp(arguments[0], arguments.data());
      _exit(127);
    }
    close(in[0]);
    close(out[1]);
    input_ = fdopen(in[1], "w");
    output_ = fdopen(out[0], "r");
  }
  ~Child() {
    fclose(input_);
    signal(SIGCONT);
    // The services end at the end of their input, buses do not.
    if (!ends_by_itself_) signal(SIGTERM);
    waitpid(pid_, nullptr, 0);
    fclose(output_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void end_by_itself() { ends_by_itself_ = true; }
  void signal(int number) const { kill(pid_, number); }
  std::string line() const {
    char text[1000] = {};
    if (!fgets(text, sizeof text, output_)) return {};
    std::string result = text;
    while (!result.empty() && result.back() == '\n') result.pop_back();
    return result;
  }
  void say(const std::string& text) const {
    fputs((text + "\n").c_str(), input_);
    fflush(input_);
  }

 private:
  pid_t pid_ = 0;
  bool ends_by_itself_ = false;
  FILE* input_ = nullptr;
  FILE* output_ = nullptr;
};

// A message bus of its own.
class PrivateBus {
 public:
  PrivateBus()
      : daemon_({"dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address=1"}),
        address(daemon_.line()) {}
  void stop() const { daemon_.signal(SIGSTOP); }
  void go_on() const { daemon_.signal(SIGCONT); }

 private:
  Child daemon_;

 public:
  const std::string address;
};

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
    roots.display = [this] { return display_; };
    roots.user = getuid();
    roots.is_shown = [this](const std::string&) { return shown_; };
    roots.is_virtual = [this](const std::string&) { return virtual_; };
    return roots;
  }
  LockState state(const std::string& display = ":7") {
    display_ = display;
    return open_dbus_session_lock(roots())->ask().answer();
  }

  PrivateBus system_;
  PrivateBus session_;
  Child services_{{"/usr/bin/python3", PEEKABOO_MOCK_SERVICES, system_.address, session_.address}};
  std::string display_ = ":7";
  bool shown_ = true;
  bool virtual_ = false;
};

TEST_F(DbusSessionLockTest, WithoutServicesNothingIsLocked) {
  EXPECT_EQ(state().kind, Kind::kUnlocked);
  LockRoots none = roots();
  none.system_bus = none.session_bus = [] { return std::string(); };
  EXPECT_EQ(open_dbus_session_lock(none)->ask().answer().kind, Kind::kUnlocked);
  none.system_bus = [] { return std::string("unix:path=/nowhere/bus"); };
  none.session_bus = [] { return std::string("no address"); };
  EXPECT_EQ(open_dbus_session_lock(none)->ask().answer().kind, Kind::kUnlocked);
}

TEST_F(DbusSessionLockTest, LogindSaysThatItsSessionIsLocked) {
  sessions({":7"});
  const auto lock = open_dbus_session_lock(roots());
  EXPECT_EQ(lock->ask().answer().kind, Kind::kUnlocked);
  tell("hint true");
  EXPECT_EQ(lock->ask().answer().kind, Kind::kLocked);
  EXPECT_EQ(state(":7.0").kind, Kind::kLocked);
  tell("hint false");
  EXPECT_EQ(lock->ask().answer().kind, Kind::kUnlocked);
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
  EXPECT_EQ(lock->ask().answer().kind, Kind::kUnlocked);
  for (const PrivateBus* bus : {&system_, &session_}) {
    bus->stop();
    const auto begin = std::chrono::steady_clock::now();
    const LockState state = lock->ask().answer();
    const auto taken = std::chrono::steady_clock::now() - begin;
    EXPECT_EQ(state.kind, Kind::kUnknown);
    EXPECT_NE(state.reason, "");
    EXPECT_GE(taken, LockQuestion::kPatience - std::chrono::milliseconds(20));
    bus->go_on();
    // Once it answers again, so does the lock. Held up, it may take some questions.
    Kind after = Kind::kUnknown;
    for (int i = 0; i < 50 && after == Kind::kUnknown; ++i) after = lock->ask().answer().kind;
    EXPECT_EQ(after, Kind::kUnlocked);
  }
}

TEST_F(DbusSessionLockTest, ABusThatNeverAnsweredIsSaidToo) {
  system_.stop();
  EXPECT_EQ(state().kind, Kind::kUnknown);
  system_.go_on();
}

TEST_F(DbusSessionLockTest, ManyMayAskAtOnce) {
  sessions({":7"});
  tell("hint true");
  const auto lock = open_dbus_session_lock(roots());
  std::vector<LockQuestion> questions;
  for (int i = 0; i < 100; ++i) questions.push_back(lock->ask());
  for (LockQuestion& question : questions) EXPECT_EQ(question.answer().kind, Kind::kLocked);
}

}  // namespace
}  // namespace native

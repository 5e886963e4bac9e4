#include "native/linux/session.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <set>

#include "tests/unit/native/support/x_server.hpp"

namespace native {
namespace {

// A process table, socket folders and an environment of the test's own.
class FindSession : public testing::Test {
 protected:
  FindSession() {
    roots_.proc = folder_.path() + "/proc";
    roots_.x11_sockets = folder_.path() + "/x11";
    roots_.run = folder_.path() + "/run";
    roots_.uid = ::getuid();
    roots_.pid = 100;
    roots_.environment = [this](const std::string& name) -> std::optional<std::string> {
      const auto found = variables_.find(name);
      return found == variables_.end() ? std::nullopt : std::optional<std::string>(found->second);
    };
    roots_.listening = [this](const std::string& path) { return listening_.count(path) != 0; };
    variables_["HOME"] = folder_.path() + "/home";
    process(100, 1, 50, "");
  }

  void process(int pid, int parent, int start, const std::string& environment) {
    std::string stat = std::to_string(pid) + " (na) me) S " + std::to_string(parent);
    for (int i = 0; i < 17; ++i) stat += " 0";
    folder_.write("proc/" + std::to_string(pid) + "/stat",
                  stat + " " + std::to_string(start) + " 0 0\n");
    std::string zeros = environment;
    for (char& letter : zeros) letter = letter == '\n' ? '\0' : letter;
    folder_.write("proc/" + std::to_string(pid) + "/environ", zeros);
  }
  void display(int number) {
    listening_.insert(folder_.write("x11/X" + std::to_string(number), ""));
  }

  test::Folder folder_;
  std::map<std::string, std::string> variables_;
  std::set<std::string> listening_;
  SessionRoots roots_;
};

TEST_F(FindSession, LetsExplicitVariablesWin) {
  variables_["DISPLAY"] = ":42";
  variables_["XAUTHORITY"] = "/a/file";
  display(1);
  process(200, 1, 60, "DISPLAY=:1\n");
  const Session session = find_session(roots_);
  EXPECT_EQ(session.display, ":42");
  EXPECT_EQ(session.xauthority, "/a/file");
  EXPECT_EQ(session.why, ":42, set by DISPLAY");
}

TEST_F(FindSession, AsksAncestorsBeforeOthers) {
  display(1);
  display(2);
  process(100, 90, 50, "");
  process(90, 80, 40, "TERM=x\n");
  process(80, 1, 30, "DISPLAY=:1\nXAUTHORITY=/one\nWAYLAND_DISPLAY=wayland-0\n");
  process(300, 1, 99, "DISPLAY=:2\nXAUTHORITY=/two\n");
  const Session session = find_session(roots_);
  EXPECT_EQ(session.display, ":1");
  EXPECT_EQ(session.xauthority, "/one");
  EXPECT_EQ(session.wayland_display, "wayland-0");
  EXPECT_NE(session.why.find("process 80"), std::string::npos) << session.why;
}

TEST_F(FindSession, TakesTheNewestProcessWhoseDisplayIsAlive) {
  display(1);
  display(2);
  process(200, 1, 60, "DISPLAY=:1\n");
  process(201, 1, 80, "DISPLAY=:2\n");
  process(202, 1, 90, "DISPLAY=:3\n");
  EXPECT_EQ(find_session(roots_).display, ":2");
}

TEST_F(FindSession, FallsBackToAnOwnedSocket) {
  display(7);
  display(5);
  folder_.write("x11/X1", "");
  folder_.write("home/.Xauthority", "");
  const Session session = find_session(roots_);
  EXPECT_EQ(session.display, ":5");
  EXPECT_EQ(session.xauthority, folder_.path() + "/home/.Xauthority");
  EXPECT_NE(session.why.find("lowest of 2"), std::string::npos) << session.why;
}

TEST_F(FindSession, RecognisesAWaylandSessionWithoutX) {
  listening_.insert(folder_.write("run/wayland-1", ""));
  folder_.write("run/wayland-1.lock", "");
  const Session session = find_session(roots_);
  EXPECT_EQ(session.display, "");
  EXPECT_EQ(session.wayland_display, "wayland-1");
}

TEST_F(FindSession, SaysWhyThereIsNone) {
  const Session session = find_session(roots_);
  EXPECT_EQ(session.display, "");
  EXPECT_NE(session.why.find("DISPLAY is not set"), std::string::npos);
}

TEST_F(FindSession, ReadsNoMoreThanItMust) {
  display(1);
  process(200, 1, 60, "PAD=" + std::string(400'000, 'x') + "\nDISPLAY=:1\n");
  EXPECT_EQ(find_session(roots_).display, ":1") << "by its socket";
  folder_.write("proc/300/stat", "broken");
  folder_.write("proc/300/environ", "DISPLAY=:9");
  EXPECT_EQ(find_session(roots_).display, ":1");
}

TEST_F(FindSession, FindsOtherAuthoritiesOfTheSameDisplay) {
  const std::string good = folder_.write("cookies", "");
  process(200, 1, 60, "DISPLAY=:1.0\nXAUTHORITY=" + good + "\n");
  process(201, 1, 61, "DISPLAY=:2\nXAUTHORITY=" + folder_.write("others", "") + "\n");
  Session session;
  session.display = ":1";
  EXPECT_EQ(other_authorities(roots_, session), std::vector<std::string>{good});
}

TEST_F(FindSession, FindsTheSessionBus) {
  EXPECT_EQ(find_session_bus(roots_), "");
  process(200, 1, 60, "DBUS_SESSION_BUS_ADDRESS=unix:path=/x\n");
  EXPECT_EQ(find_session_bus(roots_), "unix:path=/x");
  listening_.insert(roots_.run + "/bus");
  EXPECT_EQ(find_session_bus(roots_), "unix:path=" + roots_.run + "/bus");
  variables_["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/mine";
  EXPECT_EQ(find_session_bus(roots_), "unix:path=/mine");
}

}  // namespace
}  // namespace native

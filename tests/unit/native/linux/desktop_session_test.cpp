#include "native/linux/desktop_session.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <map>

#include "native/desktop/error.hpp"
#include "native/linux/wayland_session.hpp"
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
    roots_.listener = [this](const std::string& path) {
      const auto found = listening_.find(path);
      return found == listening_.end() ? std::nullopt : std::optional(found->second);
    };
    roots_.seat_sessions = [this] { return seats_; };
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
  // A display, whose server is the process `server` when that is not 0.
  void display(int number, pid_t server = 0) {
    listening_[folder_.write("x11/X" + std::to_string(number), "")] = {server, roots_.uid};
  }
  // A compositor, whose process is `pid`, in the user's runtime folder.
  void compositor(const std::string& name, pid_t pid) {
    process(pid, 1, 10, "");
    listening_[folder_.write("run/" + name, "")] = {pid, roots_.uid};
  }
  // A socket of X programs that a process holds.
  void x_socket(int number, int inode, int holder) {
    const std::string path = roots_.x11_sockets + "/X" + std::to_string(number);
    folder_.write("proc/net/unix",
                  "Num RefCount Protocol Flags Type St Inode Path\n"
                  "0000: 00000002 00000000 00010000 0001 01 " +
                      std::to_string(inode) + " @" + path + "\n");
    const std::string fds = folder_.path() + "/proc/" + std::to_string(holder) + "/fd";
    folder_.write("proc/" + std::to_string(holder) + "/fd/keep", "");
    ASSERT_EQ(::symlink(("socket:[" + std::to_string(inode) + "]").c_str(), (fds + "/7").c_str()),
              0);
  }
  // A display server with its command line.
  void server(int pid, int parent, std::string command) {
    process(pid, parent, 10, "");
    for (char& letter : command) letter = letter == ' ' ? '\0' : letter;
    folder_.write("proc/" + std::to_string(pid) + "/cmdline", command + '\0');
  }

  test::Folder folder_;
  std::map<std::string, std::string> variables_;
  std::map<std::string, SocketPeer> listening_;
  std::vector<SeatSession> seats_;
  SessionRoots roots_;
};

TEST_F(FindSession, LetsExplicitVariablesWin) {
  variables_["DISPLAY"] = ":42";
  variables_["XAUTHORITY"] = "/a/file";
  display(1);
  process(200, 1, 60, "DISPLAY=:1\n");
  const DesktopSession session = find_session(roots_);
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
  const DesktopSession session = find_session(roots_);
  EXPECT_EQ(session.display, ":1");
  EXPECT_EQ(session.xauthority, "/one");
  EXPECT_EQ(session.wayland_display, "wayland-0");
  EXPECT_NE(session.why.find("process 80"), std::string::npos) << session.why;
}

TEST_F(FindSession, TakesTheRuntimeFolderOfAnAncestor) {
  const std::string usual = "/run/user/" + std::to_string(roots_.uid);
  process(100, 90, 50, "");
  process(90, 80, 40, "XDG_RUNTIME_DIR=" + folder_.path() + "/missing\n");
  process(80, 1, 30, "XDG_RUNTIME_DIR=/\n");
  if (roots_.uid != 0) {
    EXPECT_EQ(runtime_folder(roots_), usual);
  }
  process(80, 1, 30, "XDG_RUNTIME_DIR=" + folder_.path() + "/proc\n");
  EXPECT_EQ(runtime_folder(roots_), folder_.path() + "/proc");
  variables_["XDG_RUNTIME_DIR"] = "/given";
  EXPECT_EQ(runtime_folder(roots_), "/given");
  process(100, 1, 50, "");
  variables_.erase("XDG_RUNTIME_DIR");
  EXPECT_EQ(runtime_folder(roots_), usual);
}

TEST_F(FindSession, TakesTheNewestProcessWhoseDisplayIsAlive) {
  display(1);
  display(2);
  process(200, 1, 60, "DISPLAY=:1\n");
  process(201, 1, 80, "DISPLAY=:2\n");
  process(202, 1, 90, "DISPLAY=:3\n");
  EXPECT_EQ(find_session(roots_).display, ":2");
}

// What this user starts in memory beside the session, the newest first.
TEST_F(FindSession, GuessesTheSessionAndNoDisplayInMemory) {
  display(0, 500);
  server(500, 1, "/usr/lib/xorg/Xorg :0 -auth /run/user/1/gdm/Xauthority");
  process(200, 1, 60, "DISPLAY=:0\n");
  display(5, 501);
  server(501, 1, "Xvfb -displayfd 1 -auth /tmp/peekaboo-display-a1b2c3/Xauthority");
  process(201, 1, 90, "DISPLAY=:5\n");
  display(6, 502);
  server(502, 1, "Xvfb :6 -screen 0 9x9x24 -auth /tmp/xvfb-run.a1b2c3/Xauthority");
  process(202, 1, 91, "DISPLAY=:6\n");
  display(7, 503);
  server(503, 1, "/usr/bin/Xvfb :7");
  process(203, 1, 92, "DISPLAY=:7\n");
  const DesktopSession session = find_session(roots_);
  EXPECT_EQ(session.display, ":0");
  EXPECT_EQ(session.others, (std::vector<std::string>{":7", ":6"})) << "ours is no candidate";
  EXPECT_NE(session.why.find("guessed"), std::string::npos) << session.why;
  EXPECT_NE(guess_note(session).find(":7, :6"), std::string::npos) << guess_note(session);
}

TEST_F(FindSession, TakesADisplayInMemoryWhenThereIsNothingElse) {
  display(6, 502);
  server(502, 600, "Xvfb :6 -auth /own/file");
  folder_.write("proc/600/stat",
                "600 (xvfb-run) S 1" + std::string(" 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 5 0\n"));
  display(7, 503);
  server(503, 1, "Xvfb :7");
  const DesktopSession session = find_session(roots_);
  EXPECT_EQ(session.display, ":7") << "that of xvfb-run ends with its command";
  EXPECT_EQ(session.others, std::vector<std::string>{":6"});
}

TEST_F(FindSession, NeverGuessesAVirtualDisplay) {
  display(5, 501);
  server(501, 1, "Xvfb -displayfd 1 -auth /tmp/peekaboo-display-a1b2c3/Xauthority");
  process(201, 1, 90, "DISPLAY=:5\n");
  EXPECT_EQ(find_session(roots_).display, "");
}

TEST_F(FindSession, PrefersWhatLogindKnowsOfTheSeat) {
  display(0, 500);
  display(1, 501);
  process(200, 1, 60, "DISPLAY=:0\nXAUTHORITY=/zero\n");
  process(201, 1, 90, "DISPLAY=:1\n");
  seats_ = {{"3", "seat0", ":0", false}};
  const DesktopSession session = find_session(roots_);
  EXPECT_EQ(session.display, ":0");
  EXPECT_EQ(session.xauthority, "/zero");
  EXPECT_NE(session.why.find("session 3 on seat0"), std::string::npos) << session.why;
}

TEST_F(FindSession, FollowsTheSeatsSessionToTheDisplayOfItsProcesses) {
  display(0, 500);
  display(1, 501);
  process(200, 1, 60, "DISPLAY=:0\nXDG_SESSION_ID=3\n");
  process(201, 1, 90, "DISPLAY=:1\nXDG_SESSION_ID=c9\n");
  seats_ = {{"3", "seat0", "", false}};
  EXPECT_EQ(find_session(roots_).display, ":0") << "startx";
  process(200, 1, 60, "DISPLAY=:0\nWAYLAND_DISPLAY=wayland-0\n");
  seats_ = {{"3", "seat0", "", true}};
  EXPECT_EQ(find_session(roots_).display, ":0") << "Xwayland";
}

TEST_F(FindSession, PrefersAWaylandSessionToADisplayInMemory) {
  display(6, 502);
  server(502, 1, "Xvfb :6");
  listening_[folder_.write("run/wayland-0", "")] = {0, roots_.uid};
  const DesktopSession session = find_session(roots_);
  EXPECT_EQ(session.display, "");
  EXPECT_EQ(session.wayland_display, "wayland-0");
}

TEST_F(FindSession, LetsTheCompositorWin) {
  variables_["DISPLAY"] = ":1";
  EXPECT_FALSE(find_session(roots_).wayland);
  variables_["WAYLAND_DISPLAY"] = "wayland-0";
  const DesktopSession session = find_session(roots_);
  EXPECT_TRUE(session.wayland);
  EXPECT_EQ(session.display, ":1") << "for X programs";
  EXPECT_EQ(session.why, "wayland-0, set by WAYLAND_DISPLAY");
  variables_["PEEKABOO_DESKTOP"] = "x11";
  EXPECT_FALSE(find_session(roots_).wayland);
}

TEST_F(FindSession, GuessesNoOtherDesktopThanTheCompositorThatIsSet) {
  display(3);
  process(200, 1, 60, "DISPLAY=:3\n");
  variables_["WAYLAND_DISPLAY"] = "wayland-0";
  const DesktopSession session = find_session(roots_);
  EXPECT_TRUE(session.wayland);
  EXPECT_EQ(session.wayland_display, "wayland-0");
  EXPECT_EQ(session.display, "") << "the display is not this compositor's";
  EXPECT_TRUE(session.others.empty());
  process(200, 1, 60, "DISPLAY=:3\nWAYLAND_DISPLAY=wayland-0\n");
  EXPECT_EQ(find_session(roots_).display, ":3");
  variables_["WAYLAND_DISPLAY"] = roots_.run + "/wayland-0";
  EXPECT_EQ(find_session(roots_).display, ":3");
  variables_["WAYLAND_DISPLAY"] = "wayland-7";
  variables_["PEEKABOO_DESKTOP"] = "x11";
  EXPECT_EQ(find_session(roots_).display, ":3");
  EXPECT_FALSE(find_session(roots_).wayland);
}

TEST_F(FindSession, KnowsTheCompositorBehindADisplay) {
  variables_["DISPLAY"] = ":3";
  compositor("wayland-1", 700);
  EXPECT_FALSE(find_session(roots_).wayland) << "a server of its own";
  x_socket(3, 4711, 700);
  const DesktopSession session = find_session(roots_);
  EXPECT_TRUE(session.wayland);
  EXPECT_EQ(session.wayland_display, "wayland-1");
  variables_["DISPLAY"] = ":4";
  EXPECT_FALSE(find_session(roots_).wayland) << "another display";
}

TEST_F(FindSession, LeavesACompositorInAWindowAlone) {
  compositor("wayland-1", 700);
  display(0, 501);
  process(200, 1, 60, "DISPLAY=:0\nXDG_SESSION_ID=3\n");
  seats_ = {{"3", "seat0", ":0", false}};
  const DesktopSession session = find_session(roots_);
  EXPECT_FALSE(session.wayland);
  EXPECT_EQ(session.display, ":0");
}

TEST_F(FindSession, SaysNothingOfOthersWhenThereIsNoDoubt) {
  display(1);
  process(200, 1, 60, "DISPLAY=:1\nGDK_SCALE=2\n");
  const DesktopSession session = find_session(roots_);
  EXPECT_EQ(session.gdk_scale, "2");
  EXPECT_EQ(guess_note(session), "");
}

TEST_F(FindSession, FallsBackToAnOwnedSocket) {
  display(7);
  display(5);
  folder_.write("x11/X1", "");
  folder_.write("home/.Xauthority", "");
  const DesktopSession session = find_session(roots_);
  EXPECT_EQ(session.display, ":5");
  EXPECT_EQ(session.xauthority, folder_.path() + "/home/.Xauthority");
  EXPECT_NE(session.why.find("guessed: a socket"), std::string::npos) << session.why;
  EXPECT_EQ(session.others, std::vector<std::string>{":7"});
}

TEST_F(FindSession, RecognisesAWaylandSessionWithoutX) {
  listening_[folder_.write("run/wayland-1", "")] = {0, roots_.uid};
  folder_.write("run/wayland-1.lock", "");
  const DesktopSession session = find_session(roots_);
  EXPECT_EQ(session.display, "");
  EXPECT_EQ(session.wayland_display, "wayland-1");
  EXPECT_TRUE(session.wayland);
  EXPECT_EQ(wayland_socket(roots_, session), roots_.run + "/wayland-1");
}

TEST_F(FindSession, SaysWhyThereIsNone) {
  const DesktopSession session = find_session(roots_);
  EXPECT_EQ(session.display, "");
  EXPECT_NE(session.why.find("DISPLAY is not set"), std::string::npos);
}

TEST_F(FindSession, SaysWhereItLookedForACompositor) {
  variables_["PEEKABOO_DESKTOP"] = "wayland";
  try {
    wayland_socket(roots_, find_session(roots_));
    FAIL() << "there is none";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "DISPLAY_UNAVAILABLE");
    EXPECT_NE(error.message.find("none listens in " + roots_.run), std::string::npos)
        << error.message;
  }
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
  DesktopSession session;
  session.display = ":1";
  EXPECT_EQ(other_authorities(roots_, session), std::vector<std::string>{good});
}

TEST_F(FindSession, FindsTheSessionBus) {
  EXPECT_EQ(find_session_bus(roots_), "");
  process(200, 1, 60, "DBUS_SESSION_BUS_ADDRESS=unix:path=/x\n");
  EXPECT_EQ(find_session_bus(roots_), "unix:path=/x");
  listening_[roots_.run + "/bus"] = {0, roots_.uid};
  EXPECT_EQ(find_session_bus(roots_), "unix:path=" + roots_.run + "/bus");
  variables_["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/mine";
  EXPECT_EQ(find_session_bus(roots_), "unix:path=/mine");
}

}  // namespace
}  // namespace native

#include "native/gnome/windows.hpp"

#include <gtest/gtest.h>
#include <poll.h>

#include "native/desktop/utf8.hpp"
#include "tests/unit/native/gnome/mock_gnome.hpp"

namespace native::gnome {
namespace {

using test::gnome_deadline;
using test::MockGnome;

std::vector<std::uint64_t> ids_of(const ShellDesktop& desktop) {
  std::vector<std::uint64_t> ids;
  for (const ShellWindow& each : desktop.windows) ids.push_back(each.window.id);
  return ids;
}

const ShellWindow& of(const ShellDesktop& desktop, std::uint64_t id) {
  for (const ShellWindow& each : desktop.windows)
    if (each.window.id == id) return each;
  std::abort();
}

TEST(GnomeWindows, ComeTheFrontMostFirst) {
  MockGnome gnome("good");
  const ShellDesktop desktop = list_windows(gnome.shell(), gnome_deadline(5000));
  EXPECT_EQ(ids_of(desktop), (std::vector<std::uint64_t>{13, 12, 14, 11}));
  EXPECT_EQ(desktop.workspaces, 4);
  EXPECT_FALSE(desktop.elsewhere);
}

TEST(GnomeWindows, AreTold) {
  MockGnome gnome("good");
  const ShellDesktop desktop = list_windows(gnome.shell(), gnome_deadline(5000));
  const ShellWindow& inside = of(desktop, 13);
  EXPECT_EQ(inside.window.title, "Inside");
  EXPECT_EQ(inside.window.app_class, "XTerm");
  EXPECT_EQ(inside.window.pid, 77);
  EXPECT_EQ(inside.window.type, "normal");
  EXPECT_EQ(inside.window.frame, (Rect{10, 20, 300, 200}));
  EXPECT_EQ(inside.window.bounds, (Rect{10, 57, 300, 163}));
  EXPECT_EQ(inside.window.painted, (Rect{0, 10, 320, 220}));
  EXPECT_EQ(inside.xid, 0x40000CU);
  EXPECT_TRUE(inside.window.active && inside.window.on_screen && inside.fills);
  const Window& dialog = of(desktop, 12).window;
  EXPECT_EQ(dialog.type, "dialog");
  EXPECT_EQ(dialog.transient_for, 13U);
  EXPECT_TRUE(of(desktop, 11).window.minimised);
  EXPECT_FALSE(of(desktop, 11).window.on_screen);
  EXPECT_EQ(of(desktop, 14).window.desktop, 1);
}

TEST(GnomeWindows, ThatAreHostileAreBounded) {
  MockGnome gnome("hostile");
  const ShellDesktop desktop = list_windows(gnome.shell(), gnome_deadline(5000));
  EXPECT_EQ(desktop.workspaces, 1000);
  ASSERT_EQ(desktop.windows.size(), 2U);
  const ShellWindow& far = of(desktop, 5);
  EXPECT_EQ(far.window.title, std::string(4096, 'x'));
  EXPECT_EQ(far.window.app_class, "org.a.B");
  EXPECT_EQ(far.window.pid, 0);
  EXPECT_EQ(far.window.type, "");
  EXPECT_EQ(far.window.transient_for, 0U);
  EXPECT_EQ(far.window.desktop, -1);
  EXPECT_EQ(far.window.frame, (Rect{-(1 << 20), 1 << 20, 1 << 20, 0}));
  const Window& own = of(desktop, 6).window;
  EXPECT_TRUE(is_utf8(own.title));
  EXPECT_EQ(own.transient_for, 0U);
  EXPECT_EQ(own.desktop, 1000);
}

TEST(GnomeWindows, AreNotEndless) {
  MockGnome gnome("many");
  EXPECT_EQ(list_windows(gnome.shell(), gnome_deadline(20'000)).windows.size(), 5000U);
}

TEST(GnomeWindows, MayBePaintedElsewhere) {
  MockGnome gnome("elsewhere");
  EXPECT_TRUE(list_windows(gnome.shell(), gnome_deadline(5000)).elsewhere);
}

TEST(GnomeWindows, NeedTheExtension) {
  for (const char* how : {"unknown", "form"}) {
    MockGnome gnome(how);
    EXPECT_THROW(list_windows(gnome.shell(), gnome_deadline(5000)), NoExtension) << how;
  }
}

TEST(GnomeWindows, OfAShellThatStandsStillAreLate) {
  MockGnome gnome("silent");
  EXPECT_THROW(list_windows(gnome.shell(), gnome_deadline(200)), ServiceLate);
}

TEST(GnomeWindows, OfAShellThatLeavesAreLost) {
  MockGnome gnome("good");
  gnome.kill();
  EXPECT_THROW(list_windows(gnome.shell(), gnome_deadline(5000)), ServiceLost);
}

TEST(GnomeWindows, AreChanged) {
  MockGnome gnome("good");
  Shell& shell = gnome.shell();
  const Deadline deadline = gnome_deadline(10'000);
  EXPECT_TRUE(focus_window(shell, 11, deadline));
  EXPECT_EQ(gnome.line(), R"({"act": "Focus", "words": [11]})");
  EXPECT_TRUE(close_window(shell, 11, deadline));
  EXPECT_EQ(gnome.line(), R"({"act": "Close", "words": [11]})");
  EXPECT_TRUE(minimise_window(shell, 11, true, deadline));
  EXPECT_EQ(gnome.line(), R"({"act": "Minimise", "words": [11]})");
  EXPECT_TRUE(minimise_window(shell, 11, false, deadline));
  EXPECT_EQ(gnome.line(), R"({"act": "Unminimise", "words": [11]})");
  EXPECT_TRUE(maximise_window(shell, 11, true, deadline));
  EXPECT_EQ(gnome.line(), R"({"act": "Maximise", "words": [11]})");
  EXPECT_TRUE(maximise_window(shell, 11, false, deadline));
  EXPECT_EQ(gnome.line(), R"({"act": "Unmaximise", "words": [11]})");
  EXPECT_TRUE(place_window(shell, 11, {-3, 4, 50, 60}, deadline));
  EXPECT_EQ(gnome.line(), R"({"act": "Place", "words": [11, -3, 4, 50, 60]})");
  EXPECT_TRUE(move_to_workspace(shell, 11, 2, deadline));
  EXPECT_EQ(gnome.line(), R"({"act": "MoveToWorkspace", "words": [11, 2]})");
  EXPECT_FALSE(focus_window(shell, 12, deadline));
}

bool becomes_readable(int descriptor) {
  pollfd waiting{descriptor, POLLIN, 0};
  return ::poll(&waiting, 1, 5000) == 1;
}

TEST(GnomeWindows, ReportChanges) {
  MockGnome gnome("good");
  ChangeWatch watch(gnome.shell(), gnome_deadline(5000));
  watch.take_in();
  EXPECT_FALSE(watch.take_in());
  for (int turn = 0; turn < 3; ++turn) {
    gnome.report_change();
    ASSERT_TRUE(becomes_readable(watch.descriptor()));
    EXPECT_TRUE(watch.take_in());
    EXPECT_FALSE(watch.take_in());
  }
}

}  // namespace
}  // namespace native::gnome

#include <gtest/gtest.h>

#include "native/x11/x11_desktop.hpp"
#include "tests/unit/native/support/kept.hpp"
#include "tests/unit/native/support/painter.hpp"
#include "tests/unit/native/support/x_server.hpp"

// Lists and focus where the desktop is not as one would wish.
namespace native {
namespace {

Deadline soon() { return std::chrono::steady_clock::now() + std::chrono::seconds(8); }

TEST(X11Windows, AreReadFromTheTreeWithoutAManager) {
  const test::Kept<test::XServer> server;
  test::Painter painter(*server);
  const auto desktop = open_x11(server->roots());
  test::Painting painting;
  painting.bounds = {50, 50, 200, 100};
  const xcb_window_t below = painter.open(painting);
  painting.bounds = {300, 50, 200, 100};
  const xcb_window_t above = painter.open(painting);
  painting.override_redirect = true;
  painter.open(painting);
  auto windows = desktop->windows().windows(soon());
  ASSERT_EQ(windows.size(), 2U) << "the pop-up is no window of an application";
  EXPECT_EQ(windows[0].id, above);
  EXPECT_EQ(windows[1].id, below);
  desktop->windows().activate(below, soon());
  EXPECT_EQ(desktop->windows().windows(soon()).front().id, below);
  EXPECT_EQ(desktop->windows().frontmost(soon())->id, below);
}

TEST(X11Windows, OutliveTheirManager) {
  const test::XServer server;
  test::Child manager = test::start_manager(server);
  test::Painter painter(server);
  const auto desktop = open_x11(server.roots());
  const xcb_window_t window = painter.open({});
  ASSERT_EQ(desktop->windows().windows(soon()).size(), 1U);
  manager.kill();
  // The manager's frames go with it; its root properties stay behind and must not be believed.
  EXPECT_TRUE(test::eventually([&] {
    const auto windows = desktop->windows().windows(soon());
    return windows.size() == 1 && windows[0].id == window;
  }));
  desktop->windows().activate(window, soon());
  EXPECT_EQ(desktop->windows().frontmost(soon())->id, window);
}

TEST(X11Windows, HaveTitlesInAnyEncoding) {
  const test::Kept<test::XServer> server;
  test::Painter painter(*server);
  const auto desktop = open_x11(server->roots());
  const xcb_window_t window = painter.open({});
  const auto title = [&] { return desktop->windows().windows(soon()).at(0).title; };
  painter.set_title(window, "bad \xFF byte");
  EXPECT_EQ(title(), "bad \xEF\xBF\xBD byte");
  xcb_delete_property(painter.raw(), window, test::intern(painter.raw(), "_NET_WM_NAME"));
  painter.set_property(window, "WM_NAME", XCB_ATOM_STRING,
                       "Stra\xDF"
                       "e");
  EXPECT_EQ(title(), "Straße");
  painter.set_property(window, "WM_NAME", test::intern(painter.raw(), "COMPOUND_TEXT"),
                       "a\x1b%G\xE6\xBC\xA2\x1b%@z");
  EXPECT_EQ(title(), "a漢z");
  painter.set_title(window, std::string(100'000, 'x'));
  EXPECT_LE(title().size(), 4096U);
}

TEST(X11Windows, AreSeenAgainAfterTheServerWasReplaced) {
  auto server = std::make_unique<test::XServer>();
  SessionRoots roots = server->roots();
  std::map<std::string, std::string> variables = server->environment();
  roots.environment = [&variables](const std::string& name) -> std::optional<std::string> {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional<std::string>(found->second);
  };
  const auto desktop = open_x11(roots);
  EXPECT_TRUE(desktop->windows().windows(soon()).empty());
  server->process().kill();
  try {
    desktop->windows().windows(soon());
    ADD_FAILURE() << "a dead server answered";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "DISPLAY_UNAVAILABLE");
  }
  server = std::make_unique<test::XServer>();
  variables = server->environment();
  EXPECT_TRUE(desktop->windows().windows(soon()).empty());
}

TEST(X11Windows, AreListedWithinTheirTimeWhenThereAreMany) {
  const test::Kept<test::XServer> server;
  test::Painter painter(*server);
  test::Painting painting;
  painting.bounds = {10, 10, 20, 20};
  for (int i = 0; i < 60; ++i) painter.open(painting);
  const auto desktop = open_x11(server->roots());
  EXPECT_EQ(desktop->windows().windows(soon()).size(), 60U);
}

}  // namespace
}  // namespace native

#include "native/wayland/listed_windows.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "native/wayland/window_commands.hpp"
#include "tests/unit/native/wayland/toplevel_compositor.hpp"
#include "wlr-foreign-toplevel-management-unstable-v1-client.h"

namespace native::wayland {
namespace {

using Shown = ToplevelCompositor::Shown;

constexpr std::uint32_t kMaximised = ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MAXIMIZED;
constexpr std::uint32_t kMinimised = ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_MINIMIZED;
constexpr std::uint32_t kActivated = ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED;
constexpr std::uint32_t kFullscreen = ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_FULLSCREEN;

Deadline within(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }
Deadline later() { return within(std::chrono::seconds(10)); }

std::string code_of(const std::function<void()>& operation) {
  try {
    operation();
  } catch (const Error& error) {
    return error.code;
  }
  return "none";
}

struct Desk {
  explicit Desk(std::vector<Shown> windows, bool with_states = true)
      : compositor(std::move(windows), with_states),
        connection(Connection::open(compositor.socket(), ::getuid(), later())),
        source(open_listed_windows(*connection)) {}

  KnownWindow at(const std::string& identifier) const {
    for (const KnownWindow& each : source->windows(later()))
      if (each.identifier == identifier) return each;
    throw std::runtime_error("no window " + identifier);
  }
  std::uint64_t id(const std::string& identifier) const { return at(identifier).window.id; }
  WindowCommands commands() const { return WindowCommands(*source, {}, later()); }

  ToplevelCompositor compositor;
  std::unique_ptr<Connection> connection;
  std::unique_ptr<WindowSource> source;
};

std::vector<Shown> three() {
  return {{"aaa", "Letter", "writer", "", {}},
          {"bbb", "Save", "writer", "aaa", {kActivated}},
          {"ccc", "Films", "player", "", {kMinimised, kFullscreen}}};
}

TEST(ListedWindows, HaveStatesWhateverTheOrderOfTheLists) {
  const Desk desk(three());
  ASSERT_TRUE(desk.source->knows_focus());
  EXPECT_FALSE(desk.source->knows_places());
  const KnownWindow letter = desk.at("aaa"), save = desk.at("bbb"), films = desk.at("ccc");
  EXPECT_FALSE(letter.window.active);
  EXPECT_TRUE(save.window.active);
  EXPECT_EQ(save.window.transient_for, letter.window.id);
  EXPECT_TRUE(films.window.minimised);
  EXPECT_FALSE(films.window.on_screen);
  EXPECT_TRUE(films.filling);
}

TEST(ListedWindows, GetTheFocus) {
  Desk desk(three());
  desk.source->activate(desk.id("aaa"), later());
  EXPECT_TRUE(desk.at("aaa").window.active);
  EXPECT_FALSE(desk.at("bbb").window.active);
}

TEST(ListedWindows, MayNotGetTheFocus) {
  Desk desk(three());
  desk.compositor.ignore_requests();
  const std::uint64_t id = desk.id("aaa");
  EXPECT_EQ(code_of([&] { desk.source->activate(id, within(std::chrono::milliseconds(300))); }),
            "TIMEOUT");
}

TEST(ListedWindows, ChangeTheirStates) {
  Desk desk(three());
  const std::uint64_t letter = desk.id("aaa"), films = desk.id("ccc");
  desk.commands().set_state(letter, WindowState::kMinimised);
  EXPECT_EQ(desk.compositor.states("aaa"), (std::set<std::uint32_t>{kMinimised}));
  desk.commands().set_state(letter, WindowState::kMaximised);
  EXPECT_EQ(desk.compositor.states("aaa"), (std::set<std::uint32_t>{kMaximised}));
  desk.commands().set_state(films, WindowState::kNormal);
  EXPECT_EQ(desk.compositor.states("ccc"), (std::set<std::uint32_t>{}));
  EXPECT_EQ(desk.compositor.states("bbb"), (std::set<std::uint32_t>{kActivated}));
}

TEST(ListedWindows, Close) {
  Desk desk(three());
  desk.commands().close(desk.id("aaa"));
  EXPECT_FALSE(desk.compositor.exists("aaa"));
  EXPECT_TRUE(desk.compositor.exists("bbb"));
}

// Which of them the compositor means by a state cannot be told.
TEST(ListedWindows, OfOneNameAreNeverTakenForEachOther) {
  Desk desk({{"aaa", "Terminal", "term", "", {kActivated}},
             {"bbb", "Terminal", "term", "", {}},
             {"ccc", "Terminal", "other", "", {}}});
  EXPECT_FALSE(desk.at("aaa").window.active);
  const std::uint64_t first = desk.id("aaa"), second = desk.id("bbb"), third = desk.id("ccc");
  EXPECT_NE(first, second);
  for (const std::uint64_t twin : {first, second}) {
    EXPECT_EQ(code_of([&] { desk.source->activate(twin, later()); }), "UNSUPPORTED");
    EXPECT_EQ(code_of([&] { desk.source->close(twin, later()); }), "UNSUPPORTED");
  }
  EXPECT_TRUE(desk.compositor.exists("aaa"));
  EXPECT_TRUE(desk.compositor.exists("bbb"));
  desk.source->activate(third, later());
  EXPECT_TRUE(desk.at("ccc").window.active);
}

TEST(ListedWindows, MayBeDialogsWhereNothingTellsWhose) {
  const auto unknown = [](const Desk& desk) {
    std::string ids;
    for (const KnownWindow& each : desk.source->windows(later()))
      if (each.window.owner_unknown) ids += each.identifier;
    return ids;
  };
  EXPECT_EQ(unknown(Desk(three())), "");
  EXPECT_EQ(unknown(Desk(three(), false)), "aaabbbccc");
  std::vector<Shown> twins = three();
  twins.push_back({"ddd", "Save", "writer", "", {}});
  twins.push_back({"eee", "Films", "player", "", {}});
  EXPECT_EQ(unknown(Desk(twins)), "bbbddd");
  std::vector<Shown> owners = three();
  owners.push_back({"ddd", "Letter", "writer", "", {}});
  EXPECT_EQ(unknown(Desk(owners)), "bbb");
}

TEST(ListedWindows, ThatAreGoneAreNamed) {
  Desk desk(three());
  EXPECT_EQ(code_of([&] { desk.source->activate(4711, later()); }), "WINDOW_NOT_FOUND");
  EXPECT_EQ(code_of([&] { desk.source->close(4711, later()); }), "WINDOW_NOT_FOUND");
}

TEST(ListedWindows, AreOnlyListedWhereStatesAreNotOffered) {
  Desk desk(three(), false);
  EXPECT_FALSE(desk.source->knows_focus());
  const std::uint64_t id = desk.id("bbb");
  EXPECT_FALSE(desk.at("bbb").window.active);
  EXPECT_EQ(code_of([&] { desk.source->activate(id, later()); }), "UNSUPPORTED");
  EXPECT_EQ(code_of([&] { desk.source->set_state(id, WindowState::kMinimised, later()); }),
            "UNSUPPORTED");
}

TEST(ListedWindows, HaveNoPlaces) {
  Desk desk(three());
  const std::uint64_t id = desk.id("aaa");
  EXPECT_EQ(code_of([&] { desk.source->place(id, {0, 0, 10, 10}, later()); }), "UNSUPPORTED");
  EXPECT_EQ(code_of([&] { desk.source->to_workspace(id, 1, later()); }), "UNSUPPORTED");
}

}  // namespace
}  // namespace native::wayland

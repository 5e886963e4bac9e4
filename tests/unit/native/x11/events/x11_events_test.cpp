#include "native/x11/events/x11_events.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <set>
#include <stdexcept>
#include <thread>

#include "tests/unit/native/support/painter.hpp"
#include "tests/unit/native/support/x_server.hpp"

// What an X server adds to the contract of events: window managers that come and go, storms, keys,
// a server that hangs.
namespace native {
namespace {

using Kind = Event::Kind;

class X11EventsTest : public testing::Test {
 protected:
  X11EventsTest() : events_(listen_to_x11(server_.roots())) {}
  ~X11EventsTest() override { server_.process().go_on(); }

  static Deadline soon() { return std::chrono::steady_clock::now() + std::chrono::seconds(20); }

  static Event until(Events& events, const std::function<bool(const Event&)>& fits) {
    for (;;) {
      const std::vector<Event> some = events.next(1, soon());
      if (some.empty()) throw std::runtime_error("it was never told");
      if (fits(some[0])) return some[0];
    }
  }
  static Event want(Events& events, const Wanted& wanted, std::uint64_t number) {
    events.want(wanted, number);
    return until(events, [&](const Event& event) {
      return (event.kind == Kind::kListening || event.kind == Kind::kFailed) &&
             event.number == number;
    });
  }
  Event until(Kind kind) {
    return until(*events_, [&](const Event& event) { return event.kind == kind; });
  }
  void want(const Wanted& wanted) {
    ASSERT_EQ(want(*events_, wanted, ++number_).kind, Kind::kListening);
  }
  static Wanted windows() {
    Wanted wanted;
    wanted.windows = true;
    return wanted;
  }

  test::XServer server_;
  std::unique_ptr<Events> events_;
  std::uint64_t number_ = 0;
};

// Windows directly on the server, without a program that paints them.
class Crowd {
 public:
  explicit Crowd(const test::XServer& server) : connection_(test::connect(server)) {}
  void open(int count) {
    const std::uint32_t events = XCB_EVENT_MASK_NO_EVENT;
    for (int i = 0; i < count; ++i) {
      const xcb_window_t window = xcb_generate_id(raw());
      xcb_create_window(raw(), XCB_COPY_FROM_PARENT, window, test::root_of(raw()), 10, 10, 50, 40,
                        0, XCB_WINDOW_CLASS_INPUT_OUTPUT, XCB_COPY_FROM_PARENT, XCB_CW_EVENT_MASK,
                        &events);
      xcb_map_window(raw(), window);
      windows_.insert(window);
    }
    xcb_flush(raw());
  }
  void close() {
    for (const std::uint64_t window : windows_)
      xcb_destroy_window(raw(), static_cast<xcb_window_t>(window));
    xcb_flush(raw());
  }
  const std::set<std::uint64_t>& windows() const { return windows_; }

 private:
  xcb_connection_t* raw() { return connection_.get(); }
  test::XConnection connection_;
  std::set<std::uint64_t> windows_;
};

TEST_F(X11EventsTest, NothingThatWasPaintedBeforeIsTold) {
  test::Painter painter(server_);
  painter.open({});
  Wanted wanted = windows();
  wanted.regions = {{100, 100, 300, 200}};
  want(wanted);
  Crowd beside(server_);
  beside.open(1);
  const Event first = until(*events_, [](const Event&) { return true; });
  EXPECT_EQ(first.kind, Kind::kOpened);
}

TEST_F(X11EventsTest, AStormOfWindowsIsToldOnceEach) {
  want(windows());
  Crowd crowd(server_);
  crowd.open(1000);
  for (const Kind kind : {Kind::kOpened, Kind::kClosed}) {
    std::multiset<std::uint64_t> told;
    while (told.size() < 1000) {
      const std::vector<Event> some = events_->next(64, soon());
      ASSERT_FALSE(some.empty()) << told.size() << " were told";
      ASSERT_LE(some.size(), 64U);
      for (const Event& event : some)
        if (event.kind == kind) told.insert(event.window.id);
    }
    EXPECT_TRUE(
        std::equal(told.begin(), told.end(), crowd.windows().begin(), crowd.windows().end()));
    crowd.close();
  }
  EXPECT_TRUE(
      events_->next(64, std::chrono::steady_clock::now() + std::chrono::milliseconds(50)).empty());
}

TEST_F(X11EventsTest, WithoutRoomNothingPilesUp) {
  want(windows());
  Crowd passing(server_);
  Crowd staying(server_);
  for (int i = 0; i < 10; ++i) {
    passing.open(100);
    EXPECT_TRUE(
        events_->next(0, std::chrono::steady_clock::now() + std::chrono::milliseconds(1)).empty());
  }
  passing.close();
  staying.open(10);
  // All that happened has arrived once a later window is seen by another.
  const auto desktop =
      events_->next(0, std::chrono::steady_clock::now() + std::chrono::milliseconds(50));
  EXPECT_TRUE(desktop.empty());
  std::set<std::uint64_t> told;
  while (told.size() < 10) {
    const std::vector<Event> some = events_->next(100, soon());
    ASSERT_FALSE(some.empty());
    for (const Event& event : some) {
      // A window that closes while it is being described is reported as opened and then as closed.
      if (event.kind == Kind::kOpened && staying.windows().count(event.window.id) > 0)
        told.insert(event.window.id);
    }
  }
  EXPECT_EQ(told, staying.windows());
}

TEST_F(X11EventsTest, FollowsTheServersFocusWithoutAManager) {
  test::Painter painter(server_);
  test::Painting painting;
  painting.bounds = {50, 50, 200, 100};
  const xcb_window_t one = painter.open(painting);
  painting.bounds = {300, 50, 200, 100};
  const xcb_window_t two = painter.open(painting);
  Wanted wanted;
  wanted.focus = true;
  want(wanted);
  for (const xcb_window_t window : {one, two, one}) {
    xcb_set_input_focus(painter.raw(), XCB_INPUT_FOCUS_PARENT, window, XCB_CURRENT_TIME);
    xcb_flush(painter.raw());
    EXPECT_EQ(until(Kind::kFocused).window.id, window);
  }
}

TEST_F(X11EventsTest, WindowsSurviveTheirManager) {
  test::Child manager = test::start_manager(server_);
  test::Painter painter(server_);
  const xcb_window_t window = painter.open({});
  want(windows());
  manager.kill();
  manager = test::start_manager(server_);
  test::Painting painting;
  painting.title = "later";
  const xcb_window_t later = painter.open(painting);
  painter.close(window);
  std::vector<std::pair<Kind, std::uint64_t>> told;
  const auto count = [&](Kind kind, std::uint64_t id) {
    return std::count(told.begin(), told.end(), std::pair(kind, id));
  };
  while (count(Kind::kClosed, window) == 0 || count(Kind::kOpened, later) == 0) {
    const Event event = until(*events_, [](const Event&) { return true; });
    told.emplace_back(event.kind, event.window.id);
  }
  EXPECT_EQ(count(Kind::kOpened, later), 1);
  EXPECT_EQ(count(Kind::kOpened, window), 0) << "it was there all the time";
  EXPECT_EQ(count(Kind::kClosed, window), 1);
}

TEST_F(X11EventsTest, AHotkeyThatAnotherHasIsRefused) {
  Wanted wanted;
  wanted.hotkeys = {{Hotkey::kControl | Hotkey::kAlt, 'p'}, {Hotkey::kControl, 0x01010000}};
  const Event first = want(*events_, wanted, 1);
  ASSERT_EQ(first.kind, Kind::kListening);
  ASSERT_EQ(first.refused.size(), 1U) << "no key bears the second symbol";
  EXPECT_EQ(first.refused[0].error.fact("reason"), "no key");
  const auto another = listen_to_x11(server_.roots());
  wanted.hotkeys = {{Hotkey::kControl | Hotkey::kAlt, 'p'}, {Hotkey::kControl | Hotkey::kAlt, 'q'}};
  const Event second = want(*another, wanted, 1);
  ASSERT_EQ(second.refused.size(), 1U);
  EXPECT_EQ(second.refused[0].hotkey, wanted.hotkeys[0]);
  EXPECT_EQ(second.refused[0].error.code, "UNSUPPORTED");
  EXPECT_EQ(second.refused[0].error.fact("reason"), "taken");
  // Once ungrabbed it can be grabbed.
  want(*events_, windows(), 2);
  want(*another, windows(), 2);
  EXPECT_TRUE(want(*another, wanted, 3).refused.empty());
}

TEST_F(X11EventsTest, AServerThatHangsHoldsNobodyWhoStops) {
  Wanted wanted = windows();
  wanted.regions = {{0, 0, 500, 500}};
  want(wanted);
  std::atomic<bool> asked{false};
  std::thread waiter([&] {
    asked = true;
    while (!events_->next(10, Deadline::max()).empty()) {
    }
  });
  while (!asked) std::this_thread::yield();
  server_.process().stop();
  // Asks the server, which does not answer.
  Wanted more = wanted;
  more.titles = true;
  events_->want(more, 99);
  std::this_thread::yield();
  const auto began = std::chrono::steady_clock::now();
  events_->stop();
  waiter.join();
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(2));
}

TEST_F(X11EventsTest, NothingWantedNeedsNoConnection) {
  want(windows());
  want(Wanted());
  server_.process().kill();
  EXPECT_TRUE(
      events_->next(10, std::chrono::steady_clock::now() + std::chrono::milliseconds(100)).empty());
}

}  // namespace
}  // namespace native

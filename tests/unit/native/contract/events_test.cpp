#include <algorithm>
#include <atomic>
#include <thread>

#include "tests/unit/native/contract/contract.hpp"
#include "tests/unit/native/support/child.hpp"

// The contract of every backend's events.
namespace contract {
namespace {

using native::Event;
using native::Events;
using native::Wanted;
using Kind = Event::Kind;

class Listening : public Contract {
 protected:
  Listening() : events_(desktop().listen()) {}

  // Where the desktop lacks such events: checks that the request is refused as the world declares,
  // and returns true.
  bool lacks(Operation operation, const Wanted& wanted) {
    return refused(operation, [&] {
      events_->want(wanted, ++number_);
      const Event answer = until([&](const Event& event) { return event.number == number_; });
      if (answer.error) throw Error(*answer.error);
    });
  }
  // Returns once the wanted events are being reported.
  void want(const Wanted& wanted) {
    events_->want(wanted, ++number_);
    const Event answer = until([&](const Event& event) {
      return (event.kind == Kind::kListening || event.kind == Kind::kFailed) &&
             event.number == number_;
    });
    ASSERT_EQ(answer.kind, Kind::kListening) << (answer.error ? answer.error->message : "");
  }
  // The first event that fits; those before it are kept in passed_.
  Event until(const std::function<bool(const Event&)>& fits, std::size_t room = 100) {
    const Deadline limit = soon();
    passed_.clear();
    for (;;) {
      while (!waiting_.empty()) {
        const Event event = waiting_.front();
        waiting_.erase(waiting_.begin());
        if (fits(event)) return event;
        passed_.push_back(event);
      }
      waiting_ = events_->next(room, limit);
      if (waiting_.empty() && std::chrono::steady_clock::now() >= limit)
        throw std::runtime_error("it was never told");
    }
  }
  Event until(Kind kind, std::uint64_t id = 0) {
    return until([&](const Event& event) {
      return event.kind == kind && (id == 0 || event.window.id == id);
    });
  }
  static bool has(const std::vector<Event>& events, Kind kind) {
    return std::any_of(events.begin(), events.end(),
                       [&](const Event& event) { return event.kind == kind; });
  }
  static Wanted windows() {
    Wanted wanted;
    wanted.windows = true;
    return wanted;
  }

  std::unique_ptr<Events> events_;
  std::uint64_t number_ = 0;
  std::vector<Event> waiting_;
  std::vector<Event> passed_;
};

TEST_P(Listening, TellsWhatIsCopied) {
  Wanted wanted;
  wanted.selections = {native::Selection::kClipboard};
  if (lacks(Operation::kClipboardEvents, wanted)) return;
  native::ClipboardContent content;
  content.text = "a text";
  world_->copy(native::Selection::kClipboard, content);
  want(wanted);
  world_->copy(native::Selection::kPrimary, content);
  world_->copy(native::Selection::kClipboard, content);
  EXPECT_EQ(until(Kind::kCopied).selection, native::Selection::kClipboard);
  EXPECT_TRUE(passed_.empty()) << "nothing of before, and of the other selection";
  desktop().clipboard().clear(native::Selection::kClipboard, soon());
  EXPECT_EQ(until(Kind::kCopied).selection, native::Selection::kClipboard);
  wanted.selections = {native::Selection::kPrimary};
  want(wanted);
  world_->copy(native::Selection::kPrimary, content);
  EXPECT_EQ(until(Kind::kCopied).selection, native::Selection::kPrimary);
}

TEST_P(Listening, TellsOfWindowsThatOpenAndClose) {
  const std::uint64_t before = world_->open_window({"before", "one", "One", {50, 60, 200, 100}, 1});
  want(windows());
  const std::uint64_t id =
      world_->open_window({"later – ü", "two", "Two", {400, 300, 220, 130}, 2});
  const Event opened = until(Kind::kOpened);
  EXPECT_EQ(opened.window.id, id) << "not the one that was there";
  EXPECT_EQ(opened.window.title, "later – ü");
  EXPECT_EQ(opened.window.app_class, "Two");
  EXPECT_EQ(opened.window.pid, world_->pid());
  world_->close_window(before);
  const Event closed = until(Kind::kClosed);
  EXPECT_EQ(closed.window.id, before);
  EXPECT_EQ(closed.window.title, "before") << "as it was last known";
}

TEST_P(Listening, TellsOfFocusTitleAndPlace) {
  const std::uint64_t one = world_->open_window({"one", "one", "One", {50, 60, 200, 100}, 1});
  const std::uint64_t two = world_->open_window({"two", "two", "Two", {400, 300, 220, 130}, 2});
  Wanted wanted;
  wanted.focus = wanted.titles = wanted.moves = true;
  const bool still = lacks(Operation::kMoveEvents, wanted);
  wanted.moves = !still;
  want(wanted);
  desktop().windows().activate(one, soon());
  const Event focused = until(Kind::kFocused);
  EXPECT_EQ(focused.window.id, one);
  EXPECT_TRUE(focused.window.active);
  world_->set_title(two, "another title");
  const Event titled = until(Kind::kTitleChanged);
  EXPECT_EQ(titled.window.id, two);
  EXPECT_EQ(titled.window.title, "another title");
  EXPECT_EQ(titled.title, "two") << "before";
  if (still) return;
  world_->move_window(two, {210, 220, 310, 120});
  Event moved = until(Kind::kMoved, two);
  // Place and size may come one after the other.
  if (moved.window.bounds != Rect{210, 220, 310, 120}) moved = until(Kind::kMoved, two);
  EXPECT_EQ(moved.window.bounds, (Rect{210, 220, 310, 120}));
}

TEST_P(Listening, TellsNothingThatNobodyWants) {
  const std::uint64_t id = world_->open_window({});
  want(windows());
  world_->set_title(id, "another title");
  world_->move_window(id, {210, 220, 310, 120});
  world_->close_window(id);
  until(Kind::kClosed, id);
  EXPECT_FALSE(has(passed_, Kind::kTitleChanged) || has(passed_, Kind::kMoved) ||
               has(passed_, Kind::kFocused));
}

TEST_P(Listening, WhatIsAddedLaterLosesNothing) {
  want(windows());
  const std::uint64_t id = world_->open_window({});
  // Not looked at before more is wanted.
  Wanted more = windows();
  more.titles = true;
  events_->want(more, ++number_);
  until(Kind::kOpened, id);
  world_->set_title(id, "another title");
  EXPECT_EQ(until(Kind::kTitleChanged, id).window.title, "another title");
}

TEST_P(Listening, TellsWhatIsPaintedInsideOfRegions) {
  const Rect bounds{100, 100, 300, 200};
  world_->open_window({"a window", "painter", "Painter", bounds, 1});
  Wanted wanted;
  wanted.regions = {{900, 600, 100, 100}, {100, 100, 50, 50}};
  if (lacks(Operation::kPaintEvents, wanted)) return;
  want(wanted);
  world_->open_window({"beside", "painter", "Painter", {880, 580, 300, 200}, 2});
  const Event painted = until([&](const Event& event) {
    return event.kind == Kind::kPainted &&
           std::any_of(event.areas.begin(), event.areas.end(),
                       [](const Rect& area) { return area.x >= 900; });
  });
  for (const Rect& area : painted.areas) {
    const bool inside = intersection(area, {900, 600, 100, 100}) == area ||
                        intersection(area, {100, 100, 50, 50}) == area;
    EXPECT_TRUE(inside) << area.x << "," << area.y;
  }
}

TEST_P(Listening, GrabsAKey) {
  Wanted wanted;
  wanted.hotkeys = {{native::Hotkey::kControl | native::Hotkey::kAlt, 'k'}};
  if (lacks(Operation::kHotkeyEvents, wanted)) {
    want(windows());
    return;
  }
  want(wanted);
}

TEST_P(Listening, GivesNoMoreThanThereIsRoomForAndMissesNothing) {
  want(windows());
  std::vector<std::uint64_t> opened;
  for (int i = 0; i < 9; ++i)
    opened.push_back(world_->open_window({"w", "p", "P", {i * 20, i * 20, 100, 80}, 1}));
  std::vector<std::uint64_t> told;
  while (told.size() < opened.size()) {
    const std::vector<Event> some = events_->next(2, soon());
    ASSERT_FALSE(some.empty()) << told.size() << " were told";
    EXPECT_LE(some.size(), 2U);
    for (const Event& event : some)
      if (event.kind == Kind::kOpened) told.push_back(event.window.id);
  }
  std::sort(told.begin(), told.end());
  EXPECT_EQ(told, opened);
  EXPECT_TRUE(events_->next(0, in(milliseconds(1))).empty());
}

TEST_P(Listening, WithoutRoomItKeepsUpAndTellsLater) {
  want(windows());
  const std::uint64_t id = world_->open_window({});
  EXPECT_TRUE(events_->next(0, in(milliseconds(50))).empty());
  EXPECT_EQ(until(Kind::kOpened).window.id, id);
}

TEST_P(Listening, WakeAndDeadlineEndAWait) {
  want(windows());
  EXPECT_TRUE(events_->next(10, in(milliseconds(20))).empty());
  std::thread waker([&] { events_->wake(); });
  EXPECT_TRUE(events_->next(10, Deadline::max()).empty());
  waker.join();
}

TEST_P(Listening, StopEndsAWaitForGood) {
  want(windows());
  std::atomic<bool> back{false};
  std::thread waiter([&] {
    while (!events_->next(10, Deadline::max()).empty()) {
    }
    back = true;
  });
  events_->stop();
  waiter.join();
  EXPECT_TRUE(back);
  EXPECT_TRUE(events_->next(10, Deadline::max()).empty());
}

TEST_P(Listening, SaysThatThereIsNoDisplay) {
  const auto nowhere = world_->absent();
  events_ = nowhere->listen();
  events_->want(windows(), 7);
  const Event answer = until(Kind::kFailed);
  EXPECT_EQ(answer.number, 7U);
  ASSERT_TRUE(answer.error);
  EXPECT_EQ(answer.error->code, "DISPLAY_UNAVAILABLE");
  events_->stop();
}

TEST_P(Listening, ADisplayThatDiesIsTold) {
  const std::uint64_t id = world_->open_window({});
  want(windows());
  world_->kill_server();
  const Event lost = until(Kind::kLost);
  ASSERT_TRUE(lost.error);
  EXPECT_EQ(lost.error->code, "DISPLAY_UNAVAILABLE");
  events_->want(windows(), ++number_);
  until(Kind::kFailed);
  EXPECT_TRUE(id != 0);
  events_->stop();
}

INSTANTIATE_TEST_SUITE_P(Each, Listening, every_backend(), name_of);

}  // namespace
}  // namespace contract

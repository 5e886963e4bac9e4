#include "native/wayland/wayland_desktop.hpp"
#include "tests/unit/native/contract/contract.hpp"
#include "tests/unit/native/support/wayland_compositor.hpp"
#include "tests/unit/native/support/wayland_painter.hpp"

// What only the Wayland backend promises, on sway.
namespace contract {
namespace {

using native::Event;

class OnSway : public testing::Test {
 protected:
  OnSway() : desktop_(native::open_wayland({sway_.roots(), {}})) {}

  static Deadline soon() { return std::chrono::steady_clock::now() + milliseconds(10'000); }
  std::vector<Window> windows() { return desktop_->windows().windows(soon()); }
  template <class Run>
  static std::string code_of(Run run) {
    try {
      run();
    } catch (const Error& error) {
      return error.code;
    }
    return {};
  }
  // Returns the first event of a kind.
  static Event until(native::Events& events, Event::Kind kind) {
    for (const Deadline limit = soon(); std::chrono::steady_clock::now() < limit;)
      for (Event& event : events.next(1, limit))
        if (event.kind == kind) return std::move(event);
    throw std::runtime_error("it was never told");
  }

  test::Sway sway_;
  std::unique_ptr<Desktop> desktop_;
};

TEST_F(OnSway, WorksWithACompositorThatCameBack) {
  EXPECT_TRUE(windows().empty());
  sway_.process().kill();
  EXPECT_EQ(code_of([&] { windows(); }), "DISPLAY_UNAVAILABLE");
  sway_.restart();
  test::WaylandPainter painter(sway_.socket());
  painter.open({"after", "After"});
  ASSERT_EQ(windows().size(), 1U);
  EXPECT_EQ(windows()[0].title, "after");
  Picture picture;
  EXPECT_NO_THROW(
      desktop_->capture().capture({CaptureTarget::Kind::kDesktop, 0, {}}, picture, soon()));
  sway_.restart();
  EXPECT_TRUE(windows().empty()) << "without a failed call between";
}

TEST_F(OnSway, TellsEventsOfACompositorThatCameBack) {
  const std::unique_ptr<native::Events> events = desktop_->listen();
  native::Wanted wanted;
  wanted.windows = true;
  events->want(wanted, 1);
  until(*events, Event::Kind::kListening);
  sway_.restart();
  EXPECT_EQ(until(*events, Event::Kind::kLost).error->code, "DISPLAY_UNAVAILABLE");
  until(*events, Event::Kind::kListening);
  test::WaylandPainter painter(sway_.socket());
  painter.open({"after", "After"});
  EXPECT_EQ(until(*events, Event::Kind::kOpened).window.title, "after");
}

TEST_F(OnSway, SaysThatAWindowDoesNotClose) {
  test::WaylandPainter painter(sway_.socket());
  test::WaylandPainting stubborn;
  stubborn.closes = false;
  painter.open(stubborn);
  const std::uint64_t id = windows().at(0).id;
  EXPECT_EQ(code_of([&] { desktop_->control().close(id, soon()); }), "EFFECT_NOT_SEEN");
  const Deadline near = std::chrono::steady_clock::now() + milliseconds(400);
  EXPECT_EQ(code_of([&] { desktop_->control().close(id, near); }), "EFFECT_NOT_SEEN");
  EXPECT_EQ(windows().size(), 1U);
}

TEST_F(OnSway, TakesNoGroupForAWindow) {
  test::WaylandPainter painter(sway_.socket());
  painter.open({"one", "One"});
  painter.open({"two", "Two"});
  // One of two tiled windows gets a group of its own.
  const std::uint64_t window = windows().at(0).id;
  sway_.command(windows().at(1).id, "floating disable");
  sway_.command(window, "floating disable, splitv");
  constexpr std::uint64_t kMore = 10;  // containers that were made since
  for (std::uint64_t id = 0; id < window + kMore; ++id) {
    if (sway_.windows().count(id) > 0) continue;
    EXPECT_EQ(code_of([&] { desktop_->control().close(id, soon()); }), "WINDOW_NOT_FOUND") << id;
    EXPECT_EQ(code_of([&] { desktop_->windows().activate(id, soon()); }), "WINDOW_NOT_FOUND") << id;
  }
  EXPECT_EQ(windows().size(), 2U);
}

}  // namespace
}  // namespace contract

#include <gtest/gtest.h>

#include "tests/unit/native/lua/event_host.hpp"
#include "tests/unit/native/lua/excluding_policy.hpp"

// Listening and waiting: event.listen, window.wait, window.wait_gone, screen.wait_change,
// screen.wait_stable.
namespace native {
namespace {

using runtime::Value;

class EventTest : public testing::Test {
 protected:
  EventHost host;
};

TEST_F(EventTest, PlainEventsOfAllKinds) {
  const auto values = host.run(R"(
    world.open { id = 1, title = "one" }
    local all = event.listen { kinds = { "window.opened", "window.closed", "window.focused", "window.title_changed",
                                         "window.moved", "screen.painted", "hotkey" },
                               hotkey = { modifiers = 6, symbol = 112 }, region = { x = 500, y = 500, width = 5, height = 5 } }
    local words = {}
    local function next_one(f, ...)
      f(...)
      local happened = all()
      words[#words + 1] = happened.kind
      return happened
    end
    assert(next_one(world.open, { id = 2, title = "two" }).window.title == "two")
    assert(next_one(world.title, 2, "three").before == "two")
    local moved = next_one(world.move, 2, 30, 40)
    assert(moved.before.x == 10 and moved.window.bounds.y == 40)
    assert(next_one(world.focus, 1).window.active)
    next_one(world.press, 6, 112)
    assert(next_one(world.paint, 5).areas[1].width == 5)
    assert(next_one(world.close, 2).window.title == "three")
    all:close()
    assert(all() == nil)
    return table.concat(words, " "))");
  EXPECT_EQ(values[0], Value("window.opened window.title_changed window.moved window.focused "
                             "hotkey screen.painted window.closed"));
}

// What waits is merged with what comes: if one of them is about an excluded window, all of it is.
TEST(EventsUnderAPolicy, StayConcealedWhenTheyAreMerged) {
  EventHost host(std::make_unique<Excluding>("secret"));
  const auto values = host.run(R"(
    world.open { id = 1, title = "secret plans" }
    world.open { id = 2, title = "plain" }
    local titles = event.listen { kinds = { "window.title_changed" } }
    local others = event.listen { kinds = { "window.opened" } }
    local last = 2
    local function rename(id, title)
      world.title(id, title)
      last = last + 1
      world.open { id = last }
      others() -- by now the other listener has its event
    end
    rename(1, "no more")
    rename(1, "plain")
    rename(2, "secret")
    rename(2, "plain again")
    local words = {}
    for i = 1, 2 do
      local one = titles()
      words[i] = ("%d '%s' '%s'"):format(one.window.id, one.window.title, one.before)
    end
    return table.concat(words, "; "))");
  ASSERT_NE(values[0].string(), nullptr);
  EXPECT_EQ(*values[0].string(), "1 '' ''; 2 '' ''");
}

TEST_F(EventTest, ManyListenersShareOneSource) {
  const auto values = host.run(R"(
    local lists = {}
    for i = 1, 50 do lists[i] = event.listen { kinds = { i % 2 == 0 and "window.opened" or "window.closed" } } end
    world.open { id = 7 }
    for i = 2, 50, 2 do assert(lists[i]().window.id == 7) end
    world.close(7)
    for i = 1, 50, 2 do assert(lists[i]().window.id == 7) end
    for i = 1, 50 do lists[i]:close() end
    -- And again, from the start.
    local again <close> = event.listen { kinds = { "window.opened" } }
    world.open { id = 8 }
    return again().window.id)");
  EXPECT_EQ(values[0], Value(8));
}

TEST_F(EventTest, AListenerThatDoesNotReadHoldsBackButLosesNothing) {
  const auto values = host.run(R"(
    local slow = event.listen { kinds = { "window.opened" } }
    local quick = event.listen { kinds = { "window.opened" } }
    for id = 1, 3000 do world.open { id = id } end
    local seen, count = {}, 0
    for i = 1, 3000 do
      local id = slow().window.id
      assert(not seen[id])
      seen[id] = true
      assert(quick().window.id)
    end
    return #seen)");
  EXPECT_EQ(values[0], Value(3000));
}

TEST_F(EventTest, MovesOfOneWindowAreMerged) {
  const auto values = host.run(R"(
    world.open { id = 1 }
    local moves = event.listen { kinds = { "window.moved" } }
    for x = 11, 400 do world.move(1, x, 20) task.sleep(0) end
    local count, last = 0
    repeat
      last = moves()
      count = count + 1
    until last.window.bounds.x == 400
    return count <= 390, last.before.x)");
  EXPECT_EQ(values[0], Value(true));
}

TEST_F(EventTest, WrongWordsAreNamed) {
  const auto values = host.run(R"(
    local function failure(...) local _, err = pcall(...) return err.code .. ": " .. err.message .. " " .. (err.hint or "") end
    return failure(event.listen, { kinds = { "window.opend" } }), failure(event.listen, {}),
      failure(event.listen, { kinds = { "hotkey" } }), failure(window.wait, { titel = "x" }), failure(window.wait, {}),
      failure(screen.wait_change, { x = 1, y = 2, width = 0, height = 4 }), failure(screen.wait_stable, nil, { stil = 1 }),
      failure(window.wait, { app = "PID:x" }))");
  EXPECT_NE(values[0].string()->find("did you mean 'window.opened'?"), std::string::npos);
  EXPECT_EQ(values[1].string()->rfind("INVALID_ARGUMENT", 0), 0U);
  EXPECT_EQ(values[2].string()->rfind("INVALID_ARGUMENT", 0), 0U);
  EXPECT_NE(values[3].string()->find("did you mean 'title'?"), std::string::npos);
  EXPECT_EQ(values[4].string()->rfind("INVALID_ARGUMENT", 0), 0U);
  EXPECT_EQ(values[5].string()->rfind("INVALID_ARGUMENT", 0), 0U);
  EXPECT_NE(values[6].string()->find("did you mean 'still'?"), std::string::npos);
  EXPECT_EQ(values[7].string()->rfind("INVALID_ARGUMENT", 0), 0U);
}

TEST_F(EventTest, AHotkeyThatIsTakenIsRefusedAndOthersLiveOn) {
  const auto values = host.run(R"(
    world.take(6, 112)
    local fine = event.listen { kinds = { "hotkey" }, hotkey = { modifiers = 6, symbol = 113 } }
    local _, err = pcall(event.listen, { kinds = { "hotkey" }, hotkey = { modifiers = 6, symbol = 112 } })
    world.press(6, 113)
    return err.code, err.details.reason, fine().kind)");
  EXPECT_EQ(values[0], Value("UNSUPPORTED"));
  EXPECT_EQ(values[1], Value("taken"));
  EXPECT_EQ(values[2], Value("hotkey"));
}

TEST_F(EventTest, ALostDisplayRefusesNewListenersAndKeepsOldOnes) {
  const auto values = host.run(R"(
    local old = event.listen { kinds = { "window.opened" } }
    world.lose()
    local _, other = pcall(event.listen, { kinds = { "window.moved" } })
    local _, err = pcall(event.listen, { kinds = { "window.opened" } })
    world.open { id = 5 }
    world.regain()
    return err.code, other.code, old().window.id)");
  EXPECT_EQ(values[0], Value("DISPLAY_UNAVAILABLE"));
  EXPECT_EQ(values[1], Value("DISPLAY_UNAVAILABLE"));
  EXPECT_EQ(values[2], Value(5)) << "what opened meanwhile is told";
}

TEST_F(EventTest, WaitsForWindows) {
  const auto values = host.run(R"(
    world.open { id = 1, title = "Inbox" }
    local there = window.wait { title = "inBOX", timeout = 5 }
    local later = task.spawn(window.wait, { title = "Report", app = "editor", timeout = 10 })
    task.sleep(0)
    world.open { id = 2, title = "nothing yet" }
    world.open { id = 3, title = "Report", class = "Browser" }
    world.title(2, "the report")
    local found = task.wait(later)
    local _, late = pcall(window.wait, { title = "never", timeout = 0.05 })
    return there.id, found.id, late.code, late.message)");
  EXPECT_EQ(values[0], Value(1));
  EXPECT_EQ(values[1], Value(2));
  EXPECT_EQ(values[2], Value("TIMEOUT"));
  EXPECT_EQ(values[3], Value("waited 0.05 s for a window with 'never' in its title"));
}

TEST_F(EventTest, WaitsUntilWindowsAreGone) {
  const auto values = host.run(R"(
    window.wait_gone { title = "Report", timeout = 5 }
    world.open { id = 1, title = "Report 1" }
    world.open { id = 2, title = "Report 2" }
    local gone = false
    local waiting = task.spawn(function() window.wait_gone { title = "Report", timeout = 10 } gone = true end)
    local events = event.listen { kinds = { "window.closed" } }
    world.close(1)
    events()
    local _, late = pcall(window.wait_gone, { id = 2, timeout = 0.05 })
    local early = gone
    world.title(2, "something else")
    task.wait(waiting)
    return early, gone, late.code)");
  EXPECT_EQ(values[0], Value(false));
  EXPECT_EQ(values[1], Value(true));
  EXPECT_EQ(values[2], Value("TIMEOUT"));
}

TEST_F(EventTest, WaitsForPixelsThatReallyChange) {
  const auto values = host.run(R"(
    world.paint(7)
    local region = { x = 600, y = 600, width = 20, height = 10 }
    local change = task.spawn(screen.wait_change, region, { timeout = 10 })
    local events = event.listen { kinds = { "screen.painted" }, region = region }
    world.paint(7) -- the same colour
    events()
    local _, late = pcall(screen.wait_change, region, { timeout = 0.1 })
    world.paint(9)
    local picture = task.wait(change)
    return late.code, picture.width, picture:pixel(0, 0).blue)");
  EXPECT_EQ(values[0], Value("TIMEOUT"));
  EXPECT_EQ(values[1], Value(20));
  EXPECT_EQ(values[2], Value(9));
}

TEST_F(EventTest, WaitsUntilTheScreenIsStill) {
  const auto values = host.run(R"(
    local region = { x = 600, y = 600, width = 20, height = 10 }
    local last = 0
    local busy = task.spawn(function()
      for colour = 1, 8 do
        world.paint(colour)
        last = colour
        task.sleep(0.05)
      end
    end)
    local picture = screen.wait_stable(region, { still = 0.3, timeout = 10 })
    local repainting = task.spawn(function()
      for _ = 1, 100 do world.paint(8) task.sleep(0.02) end
    end)
    local still = screen.wait_stable(region, { still = 0.2, timeout = 10 })
    task.cancel(repainting)
    local flicker = task.spawn(function()
      for colour = 1, 1000 do world.paint(colour) task.sleep(0.01) end
    end)
    local _, late = pcall(screen.wait_stable, region, { still = 0.5, timeout = 0.6 })
    task.cancel(flicker)
    return picture:pixel(1, 1).blue, still.width, late.code)");
  EXPECT_EQ(values[0], Value(8));
  EXPECT_EQ(values[1], Value(20));
  EXPECT_EQ(values[2], Value("TIMEOUT"));
}

}  // namespace
}  // namespace native

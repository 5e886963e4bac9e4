#include <gtest/gtest.h>

#include <csignal>

#include "tests/unit/native/lua/event_host.hpp"

// event.on: what runs when, and what happens meanwhile.
namespace native {
namespace {

using runtime::Value;

class TriggersTest : public testing::Test {
 protected:
  EventHost host;
};

TEST_F(TriggersTest, RunsForEveryWindowThatFits) {
  const auto values = host.run(R"(
    local seen, done = {}, task.bell()
    local trigger = event.on { "window.opened", app = "zoom", title = "meeting", run = function(window, happened)
      assert(happened.kind == "window.opened" and happened.window.id == window.id and happened.time > 1e9)
      seen[#seen + 1] = window.id
      done:ring()
    end }
    world.open { id = 1, class = "Zoom", title = "Meeting 1" }
    world.open { id = 2, class = "Editor", title = "Meeting" }
    world.open { id = 3, class = "Zoom", title = "Chat" }
    world.open { id = 4, class = "ZOOM", title = "the MEETING" }
    world.open { id = 5, class = "zoom.us", title = "a meeting of one called less exactly" }
    world.open { id = 6, class = "XZoom", title = "a meeting of another" }
    while #seen < 2 do done:wait() end
    trigger:stop()
    table.sort(seen)
    return table.concat(seen, " "), trigger.fired, trigger.skipped, trigger.failed, trigger.live, tostring(trigger))");
  EXPECT_EQ(values[0], Value("1 4"));
  EXPECT_EQ(values[1], Value(2));
  EXPECT_EQ(values[2], Value(0));
  EXPECT_EQ(values[3], Value(0));
  EXPECT_EQ(values[4], Value(false));
  EXPECT_EQ(values[5], Value("trigger: window.opened, stopped, fired 2, skipped 0, failed 0"));
}

TEST_F(TriggersTest, TheCallLivesAsLongAsItsTriggers) {
  host.run(R"(
    local trigger
    trigger = event.on { "timer", every = 0.01, run = function(count)
      _G.counted = count
      if count >= 3 then trigger:stop() end -- a busy machine may skip the third
    end })");
  EXPECT_EQ(host.run("return counted >= 3")[0], Value(true));
}

TEST_F(TriggersTest, AFailingCallTakesThemAlongAndWhatTheyRun) {
  EXPECT_THROW(host.run(R"(
    local begun = task.bell()
    event.on { "timer", every = 1000, run = print }
    event.on { "window.opened", run = function()
      local _ <close> = setmetatable({}, { __close = function() world.close(1) end })
      begun:ring()
      task.sleep(1000)
    end }
    world.open { id = 1 }
    begun:wait()
    error("end"))"),
               runtime::Error);
  EXPECT_TRUE(host.desktop.windows(Deadline::max()).empty()) << "its clean-up ran";
  // They do not count any more.
  EXPECT_EQ(host.run(R"(
    local all = {}
    for i = 1, 1000 do all[i] = event.on { "timer", every = 1000, run = print } end
    for _, each in ipairs(all) do each:stop() end
    return #all)")[0],
            Value(1000));
}

TEST_F(TriggersTest, AnErrorEndsNeitherTheTriggerNorTheOthers) {
  const auto values = host.run(R"(
    local count, done = 0, task.bell()
    local bad = event.on { "window.opened", run = function() error("no") end }
    local worse = event.on { "window.opened", run = function() task.spawn(function() local x = nil; x() end) end }
    local good = event.on { "window.opened", run = function() count = count + 1 done:ring() end }
    for id = 1, 3 do world.open { id = id } end
    while count < 3 or bad.failed < 3 or worse.failed < 3 do task.sleep(0.005) end
    for _, each in ipairs { bad, worse, good } do each:stop() end
    return bad.failed, worse.failed, good.failed, good.fired)");
  EXPECT_EQ(values[0], Value(3));
  EXPECT_EQ(values[1], Value(3));
  EXPECT_EQ(values[2], Value(0));
  EXPECT_EQ(values[3], Value(3));
}

TEST_F(TriggersTest, AnErrorIsShownOnceToWhoLooksOn) {
  std::string seen;
  host.state->set_failure_output([&](std::string_view text) { seen += text; });
  host.run(R"(
    local bad = event.on { "window.opened", run = function() error { code = "MINE", message = "no", hint = "do" } end }
    local worse = event.on { "window.opened", run = function() task.spawn(error, { kind = "x" }) end }
    for id = 1, 3 do world.open { id = id } end
    while bad.failed < 3 or worse.failed < 3 do task.sleep(0.005) end
    bad:stop()
    worse:stop())");
  const auto count = [&](std::string_view part) {
    int found = 0;
    for (auto at = seen.find(part); at != std::string::npos; at = seen.find(part, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("Error: a trigger's run failed (window.opened, test.lua:2): no (MINE)\ndo\nstack "
                  "traceback:\n"),
            1)
      << seen;
  EXPECT_EQ(count("Error: a trigger's run failed (window.opened, test.lua:3): {kind = "
                  "\"x\"}\nstack traceback:\n"),
            1)
      << seen;
  EXPECT_EQ(count("Error: "), 2) << seen;
}

TEST_F(TriggersTest, ARunMayBeCancelledWithoutAWord) {
  std::string seen;
  host.state->set_failure_output([&](std::string_view text) { seen += text; });
  EXPECT_THROW(host.run(R"(
    local began = 0
    trigger = event.on { "window.opened", when_running = "restart", run = function()
      began = began + 1
      task.sleep(60)
    end }
    for id = 1, 3 do
      world.open { id = id }
      while began < id do task.sleep(0.005) end
    end
    error("the end: " .. trigger.failed, 0))"),
               runtime::Error);
  EXPECT_EQ(seen, "");
}

constexpr const char* kSlow = R"(
    local POLICY = ...
    local order, gate, changed = {}, task.bell(), task.bell()
    local trigger = event.on { "window.opened", when_running = POLICY, run = function(window)
      order[#order + 1] = "begin " .. window.id
      changed:ring()
      gate:wait()
      order[#order + 1] = "end " .. window.id
      changed:ring()
    end }
    local seen = event.listen { kinds = { "window.opened" } }
    local function open(id)
      world.open { id = id }
      seen()
      task.sleep(0)
    end
    open(1)
    while #order < 1 do changed:wait() end
)";

TEST_F(TriggersTest, SkipsWhatHappensMeanwhile) {
  const auto values = host.run(std::string("local function test(...)") + kSlow + R"(
    open(2) open(3)
    while trigger.skipped < 2 do task.sleep(0.005) end
    gate:ring()
    while #order < 2 do changed:wait() end
    while trigger.running do task.sleep(0) end
    open(4)
    while #order < 3 do changed:wait() end
    gate:ring()
    trigger:stop()
    while trigger.live or trigger.running do task.sleep(0) end
    return table.concat(order, ", "), trigger.fired, trigger.skipped
  end return test("skip"))");
  EXPECT_EQ(values[0], Value("begin 1, end 1, begin 4, end 4"));
  EXPECT_EQ(values[1], Value(2));
  EXPECT_EQ(values[2], Value(2));
}

TEST_F(TriggersTest, QueuesWhatHappensMeanwhileUpToABound) {
  const auto values = host.run(std::string("local function test(...)") + kSlow + R"(
    for id = 2, 121 do open(id) end
    while trigger.skipped < 20 do task.sleep(0.005) end
    for i = 1, 101 do
      gate:ring()
      while #order < 2 * i do changed:wait() end
    end
    while trigger.running do task.sleep(0) end
    trigger:stop()
    return order[3], order[202], trigger.fired, trigger.skipped
  end return test("queue"))");
  EXPECT_EQ(values[0], Value("begin 2"));
  EXPECT_EQ(values[1], Value("end 101"));
  EXPECT_EQ(values[2], Value(101));
  EXPECT_EQ(values[3], Value(20));
}

TEST_F(TriggersTest, RestartsForWhatHappensMeanwhile) {
  const auto values = host.run(std::string("local function test(...)") + kSlow + R"(
    open(2)
    while order[#order] ~= "begin 2" do changed:wait() end
    gate:ring()
    while order[#order] ~= "end 2" do changed:wait() end
    trigger:stop()
    return table.concat(order, ", "), trigger.fired, trigger.failed
  end return test("restart"))");
  EXPECT_EQ(values[0], Value("begin 1, begin 2, end 2"));
  EXPECT_EQ(values[1], Value(2));
  EXPECT_EQ(values[2], Value(0));
}

TEST_F(TriggersTest, AStoppedTriggerDropsWhatWaits) {
  const auto values = host.run(std::string("local function test(...)") + kSlow + R"(
    open(2) open(3)
    trigger:stop()
    trigger:stop()
    gate:ring()
    while trigger.running do task.sleep(0) end
    return table.concat(order, ", ")
  end return test("queue"))");
  EXPECT_EQ(values[0], Value("begin 1, end 1")) << "and what runs comes to its end";
}

TEST_F(TriggersTest, TenThousandAreRefused) {
  const auto values = host.run(R"(
    local all, err = {}
    for i = 1, 10000 do
      local fine, trigger = pcall(event.on, { "window.opened", run = print })
      if not fine then err = trigger break end
      all[i] = trigger
    end
    for _, each in ipairs(all) do each:stop() end
    while all[#all].live do task.sleep(0) end
    task.sleep(0.01)
    local again = event.on { "window.opened", run = print }
    again:stop()
    return #all, err.code, err.message)");
  EXPECT_EQ(values[0], Value(1000));
  EXPECT_EQ(values[1], Value("SCRIPT_ERROR"));
  EXPECT_EQ(values[2], Value("too many triggers (1000)"));
}

TEST_F(TriggersTest, AtMostSixtyFourRunAtOnce) {
  const auto values = host.run(R"(
    local running, most, ended = 0, 0, 0
    local all = {}
    for i = 1, 100 do
      all[i] = event.on { "window.opened", run = function()
        running = running + 1
        most = math.max(most, running)
        task.sleep(0.02)
        running = running - 1
        ended = ended + 1
      end }
    end
    world.open { id = 1 }
    while ended < 100 do task.sleep(0.01) end
    for _, each in ipairs(all) do each:stop() end
    return most)");
  EXPECT_EQ(values[0], Value(64));
}

TEST_F(TriggersTest, WrongWordsAreNamed) {
  const auto values = host.run(R"(
    local out = {}
    for _, given in ipairs {
      { "window.opend", run = print }, { "window.opened", titel = "x", run = print }, { "window.opened" },
      { "window.opened", run = print, when_running = "restrat" }, { "timer", run = print }, { "timer", every = 0, run = print },
      { "timer", every = "1", run = print }, { "time", at = "25:00", run = print }, { "hotkey", keys = "Ctrl+Alt+", run = print },
      { "hotkey", keys = "Crtl+P", run = print }, { "hotkey", keys = "P", run = print }, { "signal", name = "SIGKILL", run = print },
      { "screen.changed", region = { x = 1 }, run = print }, { run = print }, { "file.changed", run = print },
      { "window.opened", every = 1, run = print },
    } do
      local fine, err = pcall(event.on, given)
      assert(not fine and err.code == "INVALID_ARGUMENT", tostring(err))
      out[#out + 1] = err.message .. " | " .. (err.hint or "")
    end
    local _, err = pcall(event.on, 5)
    assert(err.code == "INVALID_ARGUMENT")
    return table.concat(out, "\n"))");
  const std::string& text = *values[0].string();
  for (const char* part :
       {"did you mean 'window.opened'?", "did you mean 'title'?", "did you mean 'restart'?",
        "did you mean 'ctrl'?", "'25:00' is not a time of day", "'timer' needs every"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

TEST_F(TriggersTest, KeysFilesTimersAndScreens) {
  const auto values = host.run(R"(
    local fs = require "fs"
    local folder = fs.temporary_directory() .. ("/triggers-%d"):format(time.now() * 1e6 // 1)
    fs.make_directory(folder)
    local got, changed = {}, task.bell()
    local all = {}
    local function on(given)
      given.run = function(subject) got[given[1] ] = subject changed:ring() end
      all[#all + 1] = event.on(given)
    end
    on { "hotkey", keys = "Ctrl+Alt+P" }
    on { "file.changed", path = folder .. "/note.txt" }
    on { "screen.changed", region = { x = 600, y = 600, width = 8, height = 8 } }
    on { "timer", every = 0.01 }
    on { "window.closed", title = "the end" }
    world.open { id = 1, title = "the end" }
    local function until_got(kind, f, ...)
      if f then f(...) end
      while not got[kind] do changed:wait() end
    end
    until_got("hotkey", world.press, 6, 112)
    fs.write(folder .. "/other.txt", "x")
    until_got("file.changed", fs.write, folder .. "/note.txt", "x")
    until_got("screen.changed", world.paint, 77)
    until_got("timer")
    until_got("window.closed", world.close, 1)
    for _, each in ipairs(all) do each:stop() end
    for _, name in ipairs(fs.list(folder)) do fs.remove(folder .. "/" .. name) end
    fs.remove(folder)
    return got.hotkey, got["file.changed"] == folder .. "/note.txt", got["screen.changed"]:pixel(0, 0).blue,
      got["window.closed"].id)");
  EXPECT_EQ(values[0], Value("Ctrl+Alt+P"));
  EXPECT_EQ(values[1], Value(true));
  EXPECT_EQ(values[2], Value(77));
  EXPECT_EQ(values[3], Value(1));
}

TEST_F(TriggersTest, SignalsAreTakenAndGivenBack) {
  const auto before = std::signal(SIGHUP, [](int) {});
  const auto ours = std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGHUP, ours);
  const auto values = host.run(R"(
    local got, changed = 0, task.bell()
    local first = event.on { "signal", name = "SIGHUP", run = function(name) got = got + 1 changed:ring() end }
    local second = event.on { "signal", name = "SIGHUP", run = function(name) got = got + 1 changed:ring() end }
    world.raise()
    while got < 2 do changed:wait() end
    first:stop()
    world.raise()
    while got < 3 do changed:wait() end
    second:stop()
    return got)");
  EXPECT_EQ(values[0], Value(3));
  EXPECT_EQ(std::signal(SIGHUP, before), ours)
      << "what was done at the signal before is done again";
}

}  // namespace
}  // namespace native

#include <gtest/gtest.h>

#include "tests/unit/runtime/lua/script_host.hpp"

// Scripts that try to break the machinery: errors and waits in clean-up, cancellation in every
// phase, exhausted memory.
namespace runtime {
namespace {

// What a chunk ends with when its scope is cancelled after `seconds`.
std::string cancelled_after(ScriptHost& host, double seconds, const std::string& text) {
  Cancel scope;
  Alarm alarm;
  alarm.set(host.loop, seconds, [&scope] { scope.fire(); });
  return host.failure(text, &scope);
}

TEST(Endurance, CleanUpMayWaitWhenTheCallFails) {
  ScriptHost host;
  EXPECT_EQ(host.failure(R"(
    local task = require 'task'
    local guard <close> = setmetatable({}, {__close = function() task.sleep(0.001) print 'cleaned' end})
    error {code = 'SOAKED', message = 'x'})"),
            "SOAKED: x");
  EXPECT_EQ(host.printed, "cleaned\n");
}

TEST(Endurance, ShieldedCleanUpRunsWhenTheCallIsCancelled) {
  ScriptHost host;
  Cancel scope;
  host.on_print = [&scope] { scope.fire(); };
  EXPECT_EQ(host.failure(R"(
    local task = require 'task'
    local guard <close> = setmetatable({}, {__close = function()
      task.shield(1, function() task.sleep(0.001) print 'cleaned' end)
    end})
    print 'guarded'
    task.sleep(1000))",
                         &scope),
            "cancelled");
  EXPECT_EQ(host.printed, "guarded\ncleaned\n");
}

TEST(Endurance, TracebacksNameTheLineThatFailed) {
  ScriptHost host;
  try {
    host.run(
        "local function deep()\n local g <close> = setmetatable({}, {__close = function() end})\n "
        "error 'x'\nend\ndeep()");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.traceback.find("test.lua:3"), std::string::npos) << error.traceback;
    EXPECT_NE(error.traceback.find("test.lua:5"), std::string::npos) << error.traceback;
  }
}

TEST(Endurance, AWaitThatWasCutShortLeavesTheFailureForSomebodyElse) {
  ScriptHost host;
  EXPECT_EQ(host.failure(R"(
    local task = require 'task'
    local t = task.spawn(function() task.sleep(0.01) error {code = 'SOAKED', message = 'unseen'} end)
    local ok, e = pcall(task.timeout, 0.001, task.wait, t)
    assert(not ok and e.code == 'TIMEOUT')
    task.sleep(1))"),
            "SOAKED: unseen");
}

TEST(Endurance, ErrorValuesThatMisbehaveAreReported) {
  ScriptHost host;
  for (const char* value :
       {"setmetatable({}, {__index = function() error 'index' end})",
        "setmetatable({}, {__tostring = function() error 'text' end})",
        "setmetatable({}, {__tostring = function() return 7 end})",
        "setmetatable({}, {__tostring = function() coroutine.yield() end})",
        "setmetatable({}, {__index = function() require('task').sleep(0) end})",
        "{code = 'X', details = {coroutine.create(print)}}", "{code = 'X', message = {}}",
        "coroutine.create(print)", "nil", "7", "print"}) {
    const std::string failure = host.failure(std::string("error(") + value + ")");
    EXPECT_TRUE(failure.rfind("SCRIPT_ERROR", 0) == 0 || failure.rfind("X", 0) == 0)
        << value << ": " << failure;
    EXPECT_EQ(host.run("return 1")[0], Value(1));
  }
}

TEST(Endurance, TasksInsideTasksHaveABottom) {
  ScriptHost host;
  for (const char* call :
       {"task.timeout(100, f, n + 1)", "task.shield(100, f, n + 1)",
        "task.all {function() return f(n + 1) end}", "task.wait(task.spawn(f, n + 1))"}) {
    const std::string failure =
        host.failure(std::string("local task = require 'task' local function f(n) return ") + call +
                     " end f(1)");
    EXPECT_EQ(failure.rfind("SCRIPT_ERROR", 0), 0u) << call << ": " << failure;
  }
  EXPECT_EQ(host.run(R"(
    local task = require 'task'
    local function f(n) if n == 0 then task.sleep(0) return 'bottom' end return task.timeout(100, f, n - 1) end
    return f(50))")[0],
            Value("bottom"));
}

TEST(Endurance, CancellationWhileSpawnedTasksAreDrained) {
  ScriptHost host;
  for (int round = 0; round < 200; ++round) {
    const std::string end = cancelled_after(host, 0.001 * (round % 3), R"(
      local task = require 'task'
      for i = 1, 5 do task.spawn(function()
        local guard <close> = setmetatable({}, {__close = function() pcall(task.sleep, 1) error 'closing' end})
        task.spawn(task.sleep, 1000)
        task.sleep(1000)
      end) end)");
    EXPECT_TRUE(end == "cancelled" || end == "SCRIPT_ERROR: test.lua:4: closing") << end;
  }
}

TEST(Endurance, SpawningFromCleanUpIsWaitedFor) {
  ScriptHost host;
  host.run(R"(
    local task = require 'task'
    local guard <close> = setmetatable({}, {__close = function() task.spawn(function() task.sleep(0.001) print 'late' end) end})
    task.sleep(0))");
  EXPECT_EQ(host.printed, "late\n");
  host.failure(R"(
    local task = require 'task'
    local guard <close> = setmetatable({}, {__close = function() task.spawn(print, 'never') end})
    error 'x')");
}

TEST(Endurance, TenThousandSpawnedTasksAreCancelledTogether) {
  ScriptHost host;
  EXPECT_EQ(cancelled_after(host, 0.05, R"(
    local task = require 'task'
    for i = 1, 10000 do task.spawn(task.sleep, 1000) end)"),
            "cancelled");
  EXPECT_EQ(host.run("collectgarbage() return 1")[0], Value(1));
}

TEST(Endurance, FinalizersThatMisbehave) {
  ScriptHost host;
  for (int round = 0; round < 50; ++round)
    host.failure(R"(
      local task, time = require 'task', require 'time'
      local function object(f) return setmetatable({}, {__gc = f}) end
      object(function() error 'in gc' end)
      object(function() task.sleep(1) end)
      object(function() task.spawn(print) end)
      object(function() kept = time.every(1) end)
      local t = task.spawn(task.sleep, 1000)
      object(function() task.cancel(t) end)
      object(function(self) setmetatable(self, getmetatable(self)) end)
      collectgarbage()
      task.sleep(0)
      collectgarbage()
      task.cancel(t))");
  EXPECT_EQ(host.run("return 1")[0], Value(1));
}

TEST(Endurance, FinalizersThatRunWhenTheStateEndsLeakNothing) {
  ScriptHost host;
  host.run(R"(
    local time, task, json = require 'time', require 'task', require 'json'
    package.loaded.keep = setmetatable({}, {__gc = function()
      for i = 1, 10 do package.loaded[i] = {pcall(time.every, 1), pcall(task.sleep, 1), pcall(json.decode, '{}')} end
    end}))");
}

TEST(Endurance, MemoryThatRunsOutInsideNativesIsAnError) {
  ScriptHost host;
  const std::string script = R"(
    local json, task, time = require 'json', require 'task', require 'time'
    local hoard, size = {}, 1 << 20
    pcall(function() while true do hoard[#hoard + 1] = ('x'):rep(size) .. #hoard end end)
    local small = {}
    local function fill() while true do small[#small + 1] = ('y'):rep(100) .. #small end end
    pcall(fill)
    for i = 1, 200 do
      pcall(json.decode, '[' .. ('1,'):rep(i) .. '1]')
      pcall(time.every, 1)
      pcall(task.sleep, 0)
      pcall(task.spawn, task.sleep, 0)
      pcall(error, {code = 'X'})
      if i % 20 == 0 then small[#small] = nil small[#small] = nil end
    end
    return #hoard)";
  for (int round = 0; round < 3; ++round) host.failure(script);
  EXPECT_EQ(host.run("collectgarbage() return tostring(require('time').every(1)):sub(1, 6)")[0],
            Value("timer:"));
  EXPECT_LT(host.state->memory(), 1u << 20);
}

TEST(Endurance, AnInterruptReachesEveryCoroutine) {
  ScriptHost host(
      ScriptHost::Scripts{{"boot.prelude", ScriptHost::real_script("boot/prelude.lua")}});
  host.state->interrupt();
  const double start = static_cast<double>(clock()) / CLOCKS_PER_SEC;
  EXPECT_EQ(host.failure(R"(
    local function nest(n)
      while true do pcall(coroutine.wrap(function() if n == 0 then while true do end end nest(n - 1) end)) end
    end
    nest(2))"),
            "cancelled");
  EXPECT_LT(static_cast<double>(clock()) / CLOCKS_PER_SEC - start, 0.5);
}

// The pause of the inner one is not taken for a yield of the script, whatever is interrupted while
// it is passed on.
TEST(Endurance, CoroutinesInCoroutinesComputeToTheEnd) {
  ScriptHost host(
      ScriptHost::Scripts{{"boot.prelude", ScriptHost::real_script("boot/prelude.lua")}});
  EXPECT_EQ(host.run(R"(
    local function deep(n)
      if n > 0 then return coroutine.wrap(deep)(n - 1) end
      local sum = 0
      for i = 1, 30000000 do sum = sum + 1 end
      return sum
    end
    return deep(3))")[0],
            Value(30'000'000));
}

TEST(Endurance, AnotherTaskMayMeddleWithAWaitingCoroutine) {
  ScriptHost host(
      ScriptHost::Scripts{{"boot.prelude", ScriptHost::real_script("boot/prelude.lua")}});
  for (int round = 0; round < 100; ++round)
    host.failure(R"(
      local task = require 'task'
      local thread = coroutine.create(function() task.sleep(0.001) task.sleep(0.001) end)
      task.spawn(function() coroutine.resume(thread) end)
      task.spawn(function() task.sleep(0) coroutine.resume(thread, true, 1) coroutine.close(thread) end)
      task.spawn(function() coroutine.close(thread) end))");
  EXPECT_EQ(host.run("return 1")[0], Value(1));
}

TEST(Endurance, ValuesKeptAfterTheStateEnds) {
  std::vector<Value> kept;
  {
    ScriptHost host;
    kept = host.run(
        "local t = require('task').spawn(function() return print end) require('task').wait(t) "
        "return t, print, require('time').every(1), {f = function() end}");
  }
  EXPECT_EQ(kept.size(), 4u);
}

TEST(Endurance, AStateMayEndWhileACallIsStuck) {
  ScriptHost host;
  EXPECT_NE(
      host.failure("local task, t = require 'task' t = task.spawn(function() task.wait(t) end)"),
      "no failure");
  EXPECT_EQ(host.run("return 1")[0], Value(1));
}

TEST(Endurance, AScriptThatOnlyComputesLetsOthersRun) {
  ScriptHost host;
  EXPECT_EQ(host.failure(R"(
    local task = require 'task'
    task.spawn(function() while true do end end)
    for i = 1, 3 do task.sleep(0.001) end
    error {code = 'SOAKED', message = 'others ran'})"),
            "SOAKED: others ran");
}

TEST(Endurance, AScriptThatOnlyComputesCanBeTimedOut) {
  ScriptHost host;
  EXPECT_EQ(host.run(R"(
    local task = require 'task'
    local ok, e = pcall(task.timeout, 0.01, function() while true do end end)
    return ok or e.code)")[0],
            Value("TIMEOUT"));
  EXPECT_EQ(cancelled_after(host, 0.01, "while true do end"), "cancelled");
}

}  // namespace
}  // namespace runtime

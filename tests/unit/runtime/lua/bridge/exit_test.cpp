#include <gtest/gtest.h>

#include "tests/unit/runtime/lua/script_host.hpp"

namespace runtime {
namespace {

ScriptHost::Scripts exit_scripts() {
  return {{"boot.prelude", ScriptHost::real_script("boot/prelude.lua")}};
}

Task<void> call(State* state, std::string text) {
  const auto origin = std::make_shared<Origin>(Caller::Kind::kScript, "test");
  origin->exits = true;
  const auto chunk = state->load(Script{"test.lua", std::move(text)});
  std::vector<Value> none;
  co_await state->call(chunk, std::move(none), origin);
}

// What a script that may end by os.exit ends with: "exit 3", or its failure.
std::string ending(ScriptHost& host, const std::string& text) {
  try {
    runtime::run(host.loop, call(host.state.get(), text));
  } catch (const Error& error) {
    const auto status = exit_status(error);
    return status ? "exit " + std::to_string(*status) : error.code + ": " + error.message;
  }
  return "no failure";
}

TEST(Exit, TakesWhatLuaTakes) {
  ScriptHost host(exit_scripts());
  EXPECT_EQ(ending(host, "os.exit()"), "exit 0");
  EXPECT_EQ(ending(host, "os.exit(nil)"), "exit 0");
  EXPECT_EQ(ending(host, "os.exit(true, true)"), "exit 0");
  EXPECT_EQ(ending(host, "os.exit(false)"), "exit 1");
  EXPECT_EQ(ending(host, "os.exit(3)"), "exit 3");
  EXPECT_EQ(ending(host, "os.exit(3.0)"), "exit 3");
  EXPECT_EQ(ending(host, "os.exit(-1)"), "exit 255");
  EXPECT_EQ(ending(host, "os.exit '3'"),
            "INVALID_ARGUMENT: os.exit: status: expected an integer or a boolean, got a string");
  EXPECT_EQ(ending(host, "os.exit(3.5)"),
            "INVALID_ARGUMENT: os.exit: status: expected an integer or a boolean, got a number");
}

TEST(Exit, NothingCatchesIt) {
  ScriptHost host(exit_scripts());
  EXPECT_EQ(ending(host, "pcall(os.exit, 4) print 'on'"), "exit 4");
  EXPECT_EQ(ending(host, "try(function() os.exit(5) end) print 'on'"), "exit 5");
  EXPECT_EQ(ending(host, "xpcall(os.exit, print, 6) print 'on'"), "exit 6");
  EXPECT_EQ(ending(host, "coroutine.resume(coroutine.create(os.exit), 7) print 'on'"), "exit 7");
  EXPECT_EQ(ending(host, "coroutine.wrap(function() pcall(os.exit, 8) end)() print 'on'"),
            "exit 8");
  EXPECT_EQ(ending(host, "pcall(table.sort, {1, 2}, function() os.exit(9) end) print 'on'"),
            "exit 9");
  EXPECT_EQ(host.printed, "");
}

TEST(Exit, EndsTheScriptFromItsTasks) {
  ScriptHost host(exit_scripts());
  EXPECT_EQ(ending(host, R"(
    local task = require 'task'
    task.spawn(function() task.sleep(0.01) os.exit(3) end)
    while true do task.sleep(10) end)"),
            "exit 3");
  EXPECT_EQ(ending(host, R"(
    local task = require 'task'
    try(task.wait, task.spawn(os.exit, 4))
    print 'on')"),
            "exit 4");
  EXPECT_EQ(ending(host, R"(
    local task = require 'task'
    pcall(task.timeout, 10, function() task.all { function() os.exit(5) end } end)
    print 'on')"),
            "exit 5");
  EXPECT_EQ(host.printed, "");
}

TEST(Exit, CleansUp) {
  ScriptHost host(exit_scripts());
  EXPECT_EQ(ending(host, R"(
    local task = require 'task'
    local function at_end(text)
      return setmetatable({}, {__close = function() task.sleep(0.01) print(text) end})
    end
    local a <close> = at_end 'outer'
    pcall(function()
      local b <close> = at_end 'inner'
      os.exit(3)
    end))"),
            "exit 3");
  EXPECT_EQ(host.printed, "inner\nouter\n");
  EXPECT_EQ(ending(host, R"(
    local c <close> = setmetatable({}, {__close = function() error 'broken' end})
    os.exit(4))"),
            "exit 4");
}

// A script that runs others continues.
TEST(Exit, EndsNoMoreThanItsOwnScript) {
  ScriptHost host(exit_scripts());
  EXPECT_EQ(ending(host, R"(
    local calls = require 'script_calls'
    local failure = calls.run('one', function() require('task').spawn(os.exit, 3) end)
    print(failure.code, failure.message, calls.run('two', os.exit, 0))
    calls.run(nil, os.exit, 5)
    print 'on')"),
            "exit 5");
  EXPECT_EQ(host.printed, "SCRIPT_ERROR\tended by os.exit(3)\tnil\n");
}

TEST(Exit, IsAnErrorWhereNothingEndsAsAWhole) {
  ScriptHost host(exit_scripts());
  EXPECT_EQ(host.failure("os.exit(3)"), "SCRIPT_ERROR: os.exit(3) ended this call");
  EXPECT_EQ(host.run("return pcall(os.exit)")[0], Value(false));
}

// What stands for pcall and xpcall is what Lua has.
TEST(Exit, ProtectedCallsAreThoseOfLua) {
  ScriptHost host(exit_scripts());
  const auto values = host.run(R"(
    local sleep = require('task').sleep
    local function f(...) sleep(0.001) return ... end
    local handled = select('#', xpcall(f, print, 1, nil, nil))
    local _, text = xpcall(error, function(e) return e .. '!' end, 'broken', 0)
    local no_handler = select(2, pcall(xpcall, f))
    return select('#', pcall(f, 1, nil)), handled, select(2, pcall(error, 'x', 0)), text,
      no_handler, select(2, pcall(pcall)))");
  EXPECT_EQ(values[0], Value(3));
  EXPECT_EQ(values[1], Value(4));
  EXPECT_EQ(values[2], Value("x"));
  EXPECT_EQ(values[3], Value("broken!"));
  EXPECT_EQ(values[4], Value("bad argument #2 to 'xpcall' (function expected, got no value)"));
  EXPECT_EQ(values[5], Value("bad argument #1 to 'pcall' (value expected)"));
}

}  // namespace
}  // namespace runtime

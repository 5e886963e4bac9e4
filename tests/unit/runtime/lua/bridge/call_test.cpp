#include "runtime/lua/bridge/call.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/runtime/lua/script_host.hpp"

namespace runtime {
namespace {

TEST(Call, WaitsInPlainCodePcallMetamethodsAndIterators) {
  ScriptHost host;
  const auto values = host.run(R"(
    local task = require 'task'
    task.sleep(0.001)
    local ok = pcall(task.sleep, 0.001)
    local t = setmetatable({}, {__index = function(_, k) task.sleep(0.001) return k .. '!' end})
    local n = 0
    for i in function(_, i) task.sleep(0) i = (i or 0) + 1 if i < 4 then return i end end do n = n + i end
    return ok, t.hey, n)");
  EXPECT_EQ(values[0], Value(true));
  EXPECT_EQ(values[1], Value("hey!"));
  EXPECT_EQ(values[2], Value(6));
}

TEST(Call, SaysWhereLuaCannotWait) {
  ScriptHost host(ScriptHost::Scripts{{"waiter", "require('task').sleep(0) return {}"}});
  const std::string reason = "sleep cannot wait here";
  EXPECT_NE(host.failure("local t = require 'task' table.sort({1, 2}, function() t.sleep(0) end)")
                .find(reason),
            std::string::npos);
  EXPECT_NE(host.failure("local t = require 'task'; ('x'):gsub('x', function() t.sleep(0) end)")
                .find(reason),
            std::string::npos);
  EXPECT_NE(host.failure("require 'waiter'").find(reason), std::string::npos);
}

TEST(Call, ABareYieldIsAnError) {
  ScriptHost host;
  EXPECT_NE(host.failure("coroutine.yield()").find("outside a coroutine"), std::string::npos);
}

TEST(Call, NativeErrorsAreRaisedInTheScript) {
  ScriptHost host;
  const auto values = host.run(R"(
    local fs = require 'fs'
    local ok, err = pcall(fs.read, '/no/such/file')
    return ok, err.code, err.details.reason, tostring(err))");
  EXPECT_EQ(values[0], Value(false));
  EXPECT_EQ(values[1], Value("FILE_IO_ERROR"));
  EXPECT_EQ(values[2], Value("missing"));
  EXPECT_NE(values[3].string()->find("/no/such/file"), std::string::npos);
}

TEST(Call, UnknownOptionsNameTheNearest) {
  ScriptHost host;
  const auto values = host.run(
      "local ok, e = pcall(require('fs').read, '/x', {limt = 1}) return e.message, e.hint");
  EXPECT_EQ(values[0], Value("fs.read: unknown option 'limt'"));
  EXPECT_EQ(values[1], Value("did you mean 'limit'?"));
}

TEST(Call, ACancelledCallEndsAtItsWaitAndRunsItsCloseVariables) {
  ScriptHost host;
  Cancel scope;
  Alarm alarm;
  host.on_print = [&] { alarm.set(host.loop, 0.005, [&] { scope.fire(); }); };
  EXPECT_EQ(host.failure(R"(
    local guard <close> = setmetatable({}, {__close = function() print 'closed' end})
    print 'begun'
    pcall(require('task').sleep, 1000)
    require('task').sleep(1000))",
                         &scope),
            "cancelled");
  EXPECT_EQ(host.printed, "begun\nclosed\n");
}

TEST(Call, AnInterruptEndsALoopThatCatchesEverything) {
  ScriptHost host;
  host.state->interrupt();
  EXPECT_EQ(host.failure("while true do pcall(function() while true do end end) end"), "cancelled");
}

TEST(Call, AfterAnInterruptScriptsMayGoOn) {
  ScriptHost host;
  host.state->interrupt();
  EXPECT_EQ(host.failure("while true do end"), "cancelled");
  host.state->go_on();
  EXPECT_EQ(host.run("local n = 0 for i = 1, 100000 do n = n + 1 end return n")[0], Value(100000));
}

TEST(Call, TheStateKnowsWhetherAScriptComputes) {
  ScriptHost host;
  bool computing = false;
  host.on_print = [&] { computing = host.state->computing(); };
  host.run("print 'now'");
  EXPECT_TRUE(computing);
  EXPECT_FALSE(host.state->computing());
}

TEST(Call, PrintCanBeRedirected) {
  ScriptHost host;
  std::string elsewhere;
  host.state->set_print([&](std::string_view line) { elsewhere += line; });
  host.run("print 'there'");
  EXPECT_EQ(elsewhere, "there");
  EXPECT_EQ(host.printed, "");
}

TEST(Call, SpawnedTasksAreWaitedFor) {
  ScriptHost host;
  host.run(R"(
    local task = require 'task'
    task.spawn(function(name) task.sleep(0.002) print(name) end, 'later')
    print 'first')");
  EXPECT_EQ(host.printed, "first\nlater\n");
}

TEST(Call, AFailingSpawnedTaskFailsTheCallUnlessWaitedFor) {
  ScriptHost host;
  EXPECT_EQ(host.failure(R"(
    local task = require 'task'
    task.spawn(function() error {code = 'CAPTURE_FAILED', message = 'x'} end)
    task.sleep(1000))"),
            "CAPTURE_FAILED: x");
  const auto values = host.run(R"(
    local task = require 'task'
    local t = task.spawn(function() task.sleep(0.002) error {code = 'CAPTURE_FAILED', message = 'x'} end)
    local ok, e = pcall(task.wait, t)
    return ok, e.code)");
  EXPECT_EQ(values[0], Value(false));
  EXPECT_EQ(values[1], Value("CAPTURE_FAILED"));
}

TEST(Call, ErrorTablesOfScriptsSayAcrossTasksWhatTheySay) {
  ScriptHost host;
  const auto across = [&host](const std::string& raised) {
    const auto values = host.run(
        "local task = require 'task' "
        "local _, e = pcall(task.wait, task.spawn(function() error(" +
        raised +
        ") end)) "
        "return table.concat({e.code, e.message, e.hint or '-', e.details and e.details.a or '-'}, "
        "'|')");
    return values[0].string() ? *values[0].string() : std::string("no text");
  };
  EXPECT_EQ(across("{code = 'MINE', message = 'm', hint = 'h', details = {a = 'x'}}"),
            "MINE|m|h|x");
  EXPECT_EQ(across("{message = 'm', hint = 'h', details = {a = 'x'}}"), "SCRIPT_ERROR|m|h|x");
  EXPECT_EQ(across("{code = 'MINE', message = 12}"), "MINE|12|-|-");
  EXPECT_EQ(across("{code = 7, message = 'm'}"), "SCRIPT_ERROR|m|-|-");
  EXPECT_EQ(across("{kind = 'x', list = {1, 2}, password = 'p'}"),
            "SCRIPT_ERROR|{kind = \"x\", list = {1, 2}, password = ***}|-|-");
  EXPECT_EQ(across("setmetatable({}, {__tostring = function() return 'mine' end})"),
            "SCRIPT_ERROR|mine|-|-");
  EXPECT_EQ(across("setmetatable({}, {__tostring = function() error 'no' end})"),
            "SCRIPT_ERROR|unreadable error value|-|-");
  EXPECT_EQ(across("(function() local t = {} t.t = t for i = 1, 1000 do t[i] = ('x'):rep(1000) end "
                   "return t end)()")
                .substr(0, 18),
            "SCRIPT_ERROR|{\"xxx");
  EXPECT_LT(across("(function() local t = {} for i = 1, 100 do t['k' .. i] = ('x'):rep(1000) end "
                   "return t end)()")
                .size(),
            400u);
  EXPECT_EQ(host.failure("error {what = 1}"), "SCRIPT_ERROR: {what = 1}");
}

TEST(Call, AllRaceTimeoutAndShieldCombine) {
  ScriptHost host;
  const auto values = host.run(R"(
    local task = require 'task'
    local a, b = task.all {function() task.sleep(0.003) return 'a' end, function() return 'b' end}
    local winner = task.race {function() task.sleep(1000) end, function() task.sleep(0.001) return 'fast' end}
    local ok, e = pcall(task.timeout, 0.002, function() task.sleep(1000) end)
    return a, b, winner, e.code, task.timeout(5, function(x) return x end, 'in time'))");
  EXPECT_EQ(values[0], Value("a"));
  EXPECT_EQ(values[1], Value("b"));
  EXPECT_EQ(values[2], Value("fast"));
  EXPECT_EQ(values[3], Value("TIMEOUT"));
  EXPECT_EQ(values[4], Value("in time"));
}

TEST(Call, TicksComeAtTheirInterval) {
  ScriptHost host;
  EXPECT_EQ(host.run("local n = 0 for i in require('time').every(0.002) do n = n + i if i == 3 "
                     "then break end end return n")[0],
            Value(6));
}

TEST(Call, ManyTasksAtOnce) {
  ScriptHost host;
  EXPECT_EQ(host.run(R"(
    local task, n = require 'task', 0
    local all = {}
    for i = 1, 2000 do all[i] = function() task.sleep(0.001 * (i % 5)) n = n + 1 end end
    task.all(all)
    return n)")[0],
            Value(2000));
}

Task<void> call_from(State* state, std::string text, Caller caller) {
  const auto chunk = state->load(Script{"test.lua", std::move(text)});
  std::vector<Value> none;
  co_await state->call(chunk, std::move(none), std::make_shared<Origin>(caller));
}

TEST(Call, TasksBelongToTheirCallAndRunsAreCallsOfTheirOwn) {
  ScriptHost host;
  std::vector<std::int64_t> calls;
  std::vector<std::string> peers;
  host.on_print = [&] {
    calls.push_back(host.state->caller()->call);
    peers.push_back(host.state->caller()->peer);
  };
  Caller caller{Caller::Kind::kMcp, "image", "", 0, "process 7"};
  const std::string text = R"(
    local task, calls = require 'task', require 'script_calls'
    print '1'
    task.wait(task.spawn(print, '2'))
    calls.run(nil, print, '3')
    calls.run(nil, print, '4'))";
  runtime::run(host.loop, call_from(host.state.get(), text, caller));
  caller.call = calls.at(0);
  runtime::run(host.loop, call_from(host.state.get(), "print '5'", caller));
  ASSERT_EQ(host.printed, "1\n2\n3\n4\n5\n");
  EXPECT_GT(calls[0], 0);
  EXPECT_EQ(calls[1], calls[0]);
  EXPECT_EQ(calls[4], calls[0]);
  EXPECT_EQ((std::set<std::int64_t>{calls[0], calls[2], calls[3]}.size()), 3U);
  EXPECT_EQ(peers, std::vector<std::string>(5, "process 7"));
}

}  // namespace
}  // namespace runtime

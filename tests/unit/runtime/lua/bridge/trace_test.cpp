#include "runtime/lua/bridge/trace.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "tests/unit/runtime/lua/script_host.hpp"

namespace runtime {
namespace {

class Traced : public testing::Test {
 protected:
  Traced() {
    host.state->set_trace([this](std::string_view line) { lines += std::string(line) + "\n"; });
  }
  bool has(const std::string& pattern) const {
    return std::regex_search(lines, std::regex(pattern));
  }

  ScriptHost host;
  std::string lines;
};

TEST_F(Traced, ArgumentsResultsAndMilliseconds) {
  host.run(R"(local env, task = require 'env', require 'task'
    env.get('NOT_SET', {1, {2, {3}}})
    env.get('NOT_SET', {key = 'x', name = 'y'})
    task.sleep(0.02))");
  EXPECT_TRUE(
      has(R"(\[1\] test\.lua:2 env\.get\("NOT_SET", \{1, \{2, \{…\}\}\}\) -> \{.*, \d+\.\d{3} ms)"))
      << lines;
  EXPECT_TRUE(has(R"(\{key = \*\*\*, name = "y"\}\) -> \{key = \*\*\*)")) << lines;
  EXPECT_TRUE(has(R"(\[1\] test\.lua:4 task\.sleep\(0\.02\), \d\d+\.\d{3} ms)")) << lines;
}

TEST_F(Traced, Failures) {
  host.failure("require('fs').read('/nowhere/at all')");
  host.failure("require('task').sleep('x')");
  EXPECT_TRUE(has(R"(fs\.read\("/nowhere/at all"\) failed: FILE_IO_ERROR: )")) << lines;
  EXPECT_TRUE(has(R"(task\.sleep\("x"\) failed: INVALID_ARGUMENT: )")) << lines;
}

TEST_F(Traced, TasksAreNamedAfterWhoStartedThem) {
  host.run(R"(local task = require 'task'
    task.wait(task.spawn(function() task.all { function() task.sleep(0.001) end } end)))");
  EXPECT_TRUE(has(R"(\[1\.2\.3\] test\.lua:2 task\.sleep)")) << lines;
  EXPECT_TRUE(has(R"(\[1\.2\] test\.lua:2 task\.all)")) << lines;
}

TEST_F(Traced, AWaitThatIsCancelled) {
  host.run(R"(local task = require 'task'
    local sleeper = task.spawn(task.sleep, 60)
    task.sleep(0.01)
    task.cancel(sleeper)
    pcall(task.wait, sleeper))");
  EXPECT_TRUE(has(R"(task\.sleep\(60\) failed: CANCELLED)")) << lines;
}

constexpr Function kScripted[] = {
    {.call = "made.twice", .text = "", .work = Function::Scripted{"twice"}},
};

TEST(TracedScripts, FunctionsWrittenInLuaHaveTheirPublicNames) {
  ScriptHost host(ScriptHost::Scripts{{"twice", R"(local task = require 'task'
    return { twice = function(seconds)
      task.sleep(seconds)
      if seconds > 0 then error({code = 'MINE', message = 'too long'}) end
      return seconds, 'text'
    end })"}});
  host.state->add_module(Module{.name = "made", .functions = kScripted});
  std::string lines;
  host.state->set_trace([&](std::string_view line) { lines += std::string(line) + "\n"; });
  const auto has = [&](const std::string& pattern) {
    return std::regex_search(lines, std::regex(pattern));
  };
  const auto values = host.run(R"(local made, task = require 'made', require 'task'
    local zero, text = made.twice(0)
    local _, err = pcall(made.twice, 0.001)
    local later = task.spawn(made.twice, 60)
    task.sleep(0.01)
    task.cancel(later)
    pcall(task.wait, later)
    return zero, text, err.code)");
  EXPECT_EQ(values[0], Value(0));
  EXPECT_EQ(values[1], Value("text"));
  EXPECT_EQ(values[2], Value("MINE"));
  EXPECT_TRUE(has(R"(\[1\] test\.lua:2 made\.twice\(0\) -> 0, "text", \d+\.\d{3} ms)")) << lines;
  EXPECT_TRUE(
      has(R"(\[1\] test\.lua:3 made\.twice\(0\.001\) failed: MINE: too long, \d+\.\d{3} ms)"))
      << lines;
  EXPECT_TRUE(has(R"(\[1\.2\] made\.twice\(60\) failed: CANCELLED)")) << lines;
  EXPECT_TRUE(has(R"(\[1\] scripts/twice\.lua:3 task\.sleep\(0\))")) << lines;
}

TEST(TracedScripts, TheirTracebacksAndErrorsAreTheSame) {
  ScriptHost host(ScriptHost::Scripts{{"twice", "return { twice = function() error 'deep' end }"}});
  host.state->add_module(Module{.name = "made", .functions = kScripted});
  const auto traceback = [&] {
    try {
      host.run("require('made').twice(1)");
    } catch (const Error& error) {
      return error.message + error.traceback;
    }
    return std::string();
  };
  const std::string plain = traceback();
  host.state->set_trace([](std::string_view) {});
  EXPECT_EQ(traceback(), plain);
  EXPECT_NE(plain.find("scripts/twice.lua:1: deep"), std::string::npos) << plain;
}

TEST_F(Traced, WhatIsLongIsCut) {
  host.run(R"(local list, record = {}, {}
    for i = 1, 1000 do list[i], record['k' .. i] = ('x'):rep(1000), list end
    record.itself = record
    local env = require 'env'
    env.get('NOT_SET', list)
    pcall(env.get, record)
    env.get(('ä'):rep(1000), string.char(27, 10, 255)))");
  EXPECT_LT(lines.size(), 4000u) << lines;
  EXPECT_EQ(lines.find('\x1b'), std::string::npos);
  EXPECT_TRUE(has("1000 in all")) << lines;
}

TEST_F(Traced, NobodyLooksAnyMore) {
  host.state->set_trace(nullptr);
  host.run("require('task').sleep(0)");
  EXPECT_EQ(lines, "");
}

}  // namespace
}  // namespace runtime

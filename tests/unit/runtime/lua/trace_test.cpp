#include "runtime/lua/trace.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "script_host.hpp"

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
  host.run(
      "local env, task = require 'env', require 'task'\nenv.get('NOT_SET', {1, {2, {3}}, key = "
      "'x'})\ntask.sleep(0.01)");
  EXPECT_TRUE(has(
      R"(\[1\] test\.lua:2 env\.get\("NOT_SET", \{1, \{2, \{…\}\}, key = \*\*\*\}\) -> \{.*, \d+\.\d{3} ms)"))
      << lines;
  EXPECT_TRUE(has(R"(\[1\] test\.lua:3 task\.sleep\(0\.01\), \d\d+\.\d{3} ms)")) << lines;
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

TEST_F(Traced, WhatIsLongIsCut) {
  host.run(R"(local t = {}
    for i = 1, 1000 do t[i] = ('x'):rep(1000) t['k' .. i] = t end
    require('env').get('NOT_SET', t)
    require('env').get(('ä'):rep(1000), string.char(27, 10, 255)))");
  EXPECT_LT(lines.size(), 2000u) << lines;
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

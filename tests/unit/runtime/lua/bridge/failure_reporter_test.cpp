#include "runtime/lua/bridge/failure_reporter.hpp"

#include <gtest/gtest.h>

#include "tests/unit/runtime/lua/script_host.hpp"

namespace runtime {
namespace {

int lines_in(const std::string& text) {
  return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

TEST(FailureReporter, OneThatRepeatsIsCounted) {
  std::string seen;
  FailureReporter failures([&](std::string_view text) { seen += text; });
  for (int i = 0; i < 150; ++i) failures.add("Error: no\nwhere\n");
  EXPECT_EQ(seen, "Error: no\nwhere\nError: no (10 times by now)\nError: no (100 times by now)\n");
}

TEST(FailureReporter, ManyAtOnceAreCutShort) {
  std::string seen;
  {
    FailureReporter failures([&](std::string_view text) { seen += text; });
    for (int i = 0; i < 5000; ++i) failures.add("Error: " + std::to_string(i));
    EXPECT_GE(lines_in(seen), FailureReporter::kMaxAtOnce);
    EXPECT_LT(lines_in(seen), FailureReporter::kMaxAtOnce + 100);  // one a second is let through
    failures.add(std::string(1 << 20, 'x'));
  }
  EXPECT_NE(seen.find(" more failures in quick succession; see the log\n"), std::string::npos);
}

TEST(FailureReporter, WhatIsLongIsCut) {
  std::string seen;
  FailureReporter failures([&](std::string_view text) { seen += text; });
  failures.add(std::string(1 << 20, 'x'));
  EXPECT_EQ(seen.size(), FailureReporter::kLongest + 1);
}

class Warnings : public testing::Test {
 protected:
  Warnings() {
    host->state->set_failure_output([this](std::string_view text) { seen += text; });
  }
  std::string seen;
  std::unique_ptr<ScriptHost> host = std::make_unique<ScriptHost>();
};

TEST_F(Warnings, FinalizersThatFail) {
  host->run("setmetatable({}, {__gc = function() error 'one' end}) collectgarbage()");
  EXPECT_EQ(seen, "Warning: error in __gc (test.lua:1: one)\n");
  seen.clear();
  host->run(
      "local task = require 'task' setmetatable({}, {__gc = function() task.sleep(1) end}) "
      "collectgarbage()");
  EXPECT_TRUE(seen.starts_with("Warning: error in __gc (SCRIPT_ERROR: sleep cannot wait here"))
      << seen;
  seen.clear();
  host->run("setmetatable({}, {__gc = function() error {1} end}) collectgarbage()");
  EXPECT_EQ(seen, "Warning: error in __gc (error object is not a string)\n");
}

TEST_F(Warnings, FinalizersAtTheEnd) {
  host->run("string.kept = setmetatable({}, {__gc = function() error 'last' end})");
  EXPECT_EQ(seen, "");
  host.reset();
  EXPECT_EQ(seen, "Warning: error in __gc (test.lua:1: last)\n");
}

// What a native function gives is made while its script has yielded.
TEST_F(Warnings, FinalizersRunWhereverMemoryIsCollected) {
  const auto values = host->run(R"(
    local fs = require 'fs'
    local finalized = 0
    local function count() finalized = finalized + 1 end
    for _ = 1, 2000 do
      setmetatable({}, { __gc = count })
      fs.stat '.'
    end
    collectgarbage()
    return finalized)");
  EXPECT_EQ(values[0], Value(2000));
  EXPECT_EQ(seen, "");
}

TEST_F(Warnings, CloseVariablesOfACallThatCannotGoOn) {
  EXPECT_EQ(host->failure("local x <close> = setmetatable({}, {__close = function() error 'shut' "
                          "end}) coroutine.yield()"),
            "SCRIPT_ERROR: coroutine.yield() called outside a coroutine");
  EXPECT_EQ(seen, "Warning: error in __close (test.lua:1: shut)\n");
}

TEST_F(Warnings, OfScripts) {
  host->run("warn('one ', 'and ', 'two') warn '@on'");
  EXPECT_EQ(seen, "Warning: one and two\n");
}

}  // namespace
}  // namespace runtime

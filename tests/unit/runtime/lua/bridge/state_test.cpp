#include "runtime/lua/bridge/state.hpp"

#include <gtest/gtest.h>

#include "tests/unit/runtime/lua/script_host.hpp"

namespace runtime {
namespace {

using testing::Test;

TEST(State, ReturnsValuesOfEveryKind) {
  ScriptHost host;
  const auto values = host.run("return 1, 1.5, 'x', true, nil, {1, 2}, {b = 1, a = 2}");
  ASSERT_EQ(values.size(), 7u);
  EXPECT_EQ(values[0], Value(1));
  EXPECT_EQ(values[1], Value(1.5));
  EXPECT_EQ(values[2], Value("x"));
  EXPECT_EQ(values[3], Value(true));
  EXPECT_TRUE(values[4].is_nil());
  EXPECT_EQ(values[5].list()->size(), 2u);
  EXPECT_EQ(values[6].record()->front().first, "a");
}

// The address sanitizer sees whether it leaves anything behind.
TEST(State, OneWhosePreludeFailsIsNotMade) {
  EXPECT_THROW(ScriptHost(ScriptHost::Scripts{{"boot.prelude", "error 'broken'"}}), Error);
}

TEST(State, PrintGoesToTheHost) {
  ScriptHost host;
  host.run("print('a', 1, nil)");
  EXPECT_EQ(host.printed, "a\t1\tnil\n");
}

TEST(State, HasNothingThatBlocksOrLoadsBytecode) {
  ScriptHost host;
  const auto values = host.run(R"(
    local ok = load('\27Lua')
    return io == nil, not pcall(os.execute, 'true'), not pcall(os.rename), dofile == nil, loadfile == nil, string.dump == nil,
      package.loadlib == nil, ok == nil, debug.getregistry == nil, os.clock() >= 0)");
  for (const Value& value : values) EXPECT_EQ(value, Value(true));
  EXPECT_EQ(values.size(), 10u);
}

TEST(State, LoadRespectsAnEnvironment) {
  ScriptHost host;
  EXPECT_EQ(host.run("return load('return x', 'c', 'bt', {x = 5})()")[0], Value(5));
  EXPECT_EQ(host.run("x = 6 return load('return x', 'c')")[0].type_name(), std::string("function"));
}

TEST(State, RequireFindsScriptsAndNativeModulesButNoCModules) {
  ScriptHost host(ScriptHost::Scripts{{"sub.thing", "return {value = 42}"}});
  EXPECT_EQ(host.run("return require('sub.thing').value")[0], Value(42));
  EXPECT_EQ(host.run("return type(require('time').now())")[0], Value("number"));
  EXPECT_NE(host.failure("require 'lpeg'").find("no script 'lpeg'"), std::string::npos);
}

TEST(State, ErrorsCarryALineAndATraceback) {
  ScriptHost host;
  try {
    host.run("local function f()\n error('broken')\nend\nf()");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "SCRIPT_ERROR");
    EXPECT_EQ(error.message, "test.lua:2: broken");
    EXPECT_NE(error.traceback.find("test.lua:4"), std::string::npos);
  }
}

TEST(State, CodedErrorsPassThroughWithTheirMembers) {
  ScriptHost host;
  try {
    host.run(
        "error {code = 'APP_NOT_FOUND', message = 'no app', hint = 'start it', details = {near = "
        "{'a'}}}");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "APP_NOT_FOUND");
    EXPECT_EQ(error.hint, "start it");
    EXPECT_EQ(error.details["near"].list()->size(), 1u);
  }
}

TEST(State, SyntaxErrorsNameTheLine) {
  ScriptHost host;
  try {
    host.state->load(Script{"mine.lua", "x = = 1"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "SCRIPT_ERROR");
    EXPECT_EQ(error.message.substr(0, 11), "mine.lua:1:");
  }
}

TEST(State, AMemoryBombIsAnErrorAndTheStateGoesOn) {
  ScriptHost host;
  EXPECT_EQ(
      host.failure(
              "local s = ('x'):rep(1 << 20) local t = {} while true do t[#t + 1] = s .. #t end")
          .substr(0, 12),
      "SCRIPT_ERROR");
  EXPECT_EQ(host.run("return 1")[0], Value(1));
}

TEST(State, DeepRecursionIsAnError) {
  ScriptHost host;
  EXPECT_EQ(host.failure("local function f() return 1 + f() end f()").substr(0, 12),
            "SCRIPT_ERROR");
}

TEST(State, UserScriptsShareNoGlobals) {
  ScriptHost host;
  host.run("leaked = 1");
  EXPECT_TRUE(host.run("return leaked")[0].is_nil());
}

TEST(State, ACallbackMayOutliveTheState) {
  Value kept;
  {
    ScriptHost host;
    kept = host.run("return function() end")[0];
  }
  EXPECT_STREQ(kept.type_name(), "function");
}

}  // namespace
}  // namespace runtime

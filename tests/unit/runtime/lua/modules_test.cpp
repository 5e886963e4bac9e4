#include "runtime/lua/modules.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/runtime/lua/script_host.hpp"

namespace runtime {
namespace {

class Modules : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "peekaboo-fs-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    directory = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(directory); }
  std::vector<Value> run(const std::string& text) {
    return host.run("local dir = '" + directory + "' " + text);
  }

  ScriptHost host;
  std::string directory;
};

TEST_F(Modules, FsWritesReadsListsAndRemoves) {
  const auto values = run(R"(
    local fs = require 'fs'
    fs.make_directory(dir .. '/a/b')
    fs.write(dir .. '/a/b/one', 'hello')
    fs.write(dir .. '/a/b/one', fs.read(dir .. '/a/b/one'))
    local text = fs.read(dir .. '/a/b/one'):bytes()
    local head = fs.read(dir .. '/a/b/one', {head = 2}):bytes()
    local size = fs.stat(dir .. '/a/b/one').size
    local names = fs.list(dir .. '/a')
    local kind = fs.stat(dir .. '/a').type
    fs.remove(dir .. '/a/b/one')
    return text, head, size, names[1], kind, fs.exists(dir .. '/a/b/one'))");
  EXPECT_EQ(values[0], Value("hello"));
  EXPECT_EQ(values[1], Value("he"));
  EXPECT_EQ(values[2], Value(5));
  EXPECT_EQ(values[3], Value("b"));
  EXPECT_EQ(values[4], Value("directory"));
  EXPECT_EQ(values[5], Value(false));
}

TEST_F(Modules, AMemberThatIsNotThereNamesTheNearest) {
  const auto values = run(R"(
    local fs = require 'fs'
    local ok, e = pcall(function() return fs.wirte end)
    return ok, e.message, e.hint, rawget(fs, 'wirte'))");
  EXPECT_EQ(values[0], Value(false));
  EXPECT_EQ(values[1], Value("there is no fs.wirte"));
  EXPECT_EQ(values[2], Value("did you mean fs.write?"));
}

TEST_F(Modules, ATaskThatFailsBeforeItIsWaitedForMayStillBeWaitedFor) {
  const auto values = run(R"(
    local task = require 'task'
    local early = task.spawn(function() error('early') end)
    local ok, e = pcall(task.wait, early)
    task.sleep(0.01)
    return ok, tostring(e))");
  EXPECT_EQ(values[0], Value(false));
  EXPECT_NE(values[1].string()->find("early"), std::string::npos);
  EXPECT_THROW(
      run("require('task').spawn(function() error('alone') end) require('task').sleep(10)"), Error);
}

TEST_F(Modules, FsRefusesToReplaceWhenAskedAndLeavesNothingBehind) {
  const auto values = run(R"(
    local fs = require 'fs'
    fs.write(dir .. '/x', 'old')
    local ok, e = pcall(fs.write, dir .. '/x', 'new', {replace = false})
    local ok2, e2 = pcall(fs.write, dir .. '/none/x', 'new')
    local ok3, e3 = pcall(fs.write, dir .. '/' .. ('n'):rep(300), 'new')
    local ok4, e4 = pcall(fs.read, dir .. '/x', {limit = 2})
    return e.details.reason, e2.details.reason, e3.details.reason, e4.code, fs.read(dir .. '/x'):bytes(), #fs.list(dir))");
  EXPECT_EQ(values[0], Value("exists"));
  EXPECT_EQ(values[1], Value("missing"));
  EXPECT_EQ(values[2], Value("too_long"));
  EXPECT_EQ(values[3], Value("FILE_IO_ERROR"));
  EXPECT_EQ(values[4], Value("old"));
  EXPECT_EQ(values[5], Value(1));
}

TEST_F(Modules, FsSetsTheMode) {
  run("require('fs').write(dir .. '/secret', 'x', {mode = 384})");
  struct stat info{};
  ASSERT_EQ(::stat((directory + "/secret").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600u);
}

TEST_F(Modules, WhatFollowsTheLinesOfAProcessIsReadWhole) {
  const auto values = run(R"(
    local child <close> = require('process').start {'printf', 'one\ntwo\nthree\n'}
    local first = child:lines()()
    child:wait()
    return first, child:read())");
  EXPECT_EQ(values[0], Value("one"));
  EXPECT_EQ(values[1], Value("two\nthree\n"));
}

TEST_F(Modules, NumbersThatMeanNothingAreRefused) {
  const auto values = run(R"(
    local child <close> = require('process').start {'sleep', '1000'}
    local function code(f, ...)
      local ok, e = pcall(f, ...)
      return ok and 'ok' or e.code
    end
    local format = require('time').format
    return code(child.kill, child, 0), code(child.kill, child, 1 << 32 | 9), code(child.kill, child, 1000),
      code(format, '%Y', 0 / 0), code(format, '%Y', 1e300), code(format, '%Y', -1e9))");
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(values[i], Value("INVALID_ARGUMENT")) << i;
  EXPECT_EQ(values[5], Value("ok"));
}

TEST_F(Modules, JsonIndentsWithinReasonAndKeepsWholeKeys) {
  const auto values = run(R"(
    local json = require 'json'
    local wide = pcall(json.encode, {1}, 1 << 30)
    local negative = pcall(json.encode, {1}, -1)
    return wide, negative, json.encode({1}, 16), json.encode(json.object { { 'a\0b', 1 } }))");
  EXPECT_EQ(values[0], Value(false));
  EXPECT_EQ(values[1], Value(false));
  EXPECT_EQ(values[2], Value("[\n" + std::string(16, ' ') + "1\n]"));
  EXPECT_EQ(values[3], Value(R"({"a\u0000b":1})"));
}

TEST_F(Modules, AWatchThatIsClosedGivesNothingMore) {
  const auto values = run(R"(
    local fs, task = require 'fs', require 'task'
    local watch = fs.watch(dir)
    local waiting = task.spawn(function() return watch() end)
    task.sleep(0)
    do local closed <close> = watch end
    local after = watch()
    fs.write(dir .. '/file', 'x')
    return after, task.wait(waiting)[1])");
  EXPECT_EQ(values[0], Value());
  EXPECT_EQ(values[1], Value("file"));
}

TEST_F(Modules, ProcessRunsAndStops) {
  const auto values = run(R"(
    local process = require 'process'
    local out = process.run({'sh', '-c', 'cat; echo err >&2; exit 3'}, {stdin = 'in', env = {X = 'y'}, cwd = dir})
    local ok, e = pcall(process.run, {'sleep', '1000'}, {timeout = 0.01})
    local child <close> = process.start {'sh', '-c', 'echo one; echo two; exec sleep 1000'}
    local lines = {}
    for line in child:lines() do lines[#lines + 1] = line if #lines == 2 then break end end
    child:kill()
    return out.status, out.stdout, out.stderr, e.code, table.concat(lines, ','), child:wait().signal)");
  EXPECT_EQ(values[0], Value(3));
  EXPECT_EQ(values[1], Value("in"));
  EXPECT_EQ(values[2], Value("err\n"));
  EXPECT_EQ(values[3], Value("TIMEOUT"));
  EXPECT_EQ(values[4], Value("one,two"));
  EXPECT_EQ(values[5], Value(15));
}

TEST_F(Modules, AWorkingDirectoryThatIsNoneIsNamed) {
  const auto values = run(R"(
    local process, fs = require 'process', require 'fs'
    fs.write(dir .. '/file', 'x')
    local function says(cwd, start) return tostring(select(2, pcall(start or process.run, {'true'}, {cwd = cwd}))) end
    return says(dir .. '/none'), says(dir .. '/file'), says(dir .. '/none', process.start),
      tostring(select(2, pcall(process.run, {'no-such-program'}, {cwd = dir}))))");
  const std::string begin =
      "FILE_IO_ERROR: cannot start 'true' in the working directory " + directory;
  EXPECT_EQ(values[0], Value(begin + "/none: No such file or directory"));
  EXPECT_EQ(values[1], Value(begin + "/file: Not a directory"));
  EXPECT_EQ(values[2], values[0]);
  EXPECT_EQ(values[3],
            Value("FILE_IO_ERROR: cannot start 'no-such-program': No such file or directory"));
}

TEST_F(Modules, JsonKeepsListsNullsIntegersAndOrder) {
  const auto values = run(R"(
    local json = require 'json'
    local t = json.decode('{"empty":[],"none":null,"big":9007199254740993,"x":1.0}')
    local ordered = json.object {{'z', 1}, {'a', json.array {}}}
    return json.encode(t), json.encode(ordered), t.none == json.null, math.type(t.big), pcall(json.decode, '{bad'))");
  EXPECT_EQ(values[0], Value(R"({"big":9007199254740993,"empty":[],"none":null,"x":1})"));
  EXPECT_EQ(values[1], Value(R"({"z":1,"a":[]})"));
  EXPECT_EQ(values[2], Value(true));
  EXPECT_EQ(values[3], Value("integer"));
  EXPECT_EQ(values[4], Value(false));
}

TEST_F(Modules, JsonRefusesMixedTablesWithThePath) {
  EXPECT_NE(host.failure("require('json').encode({content = {1, 2, x = 3}})").find("$.content"),
            std::string::npos);
}

TEST_F(Modules, EveryFunctionIsDocumented) {
  for (const std::vector<Module>& modules : {host.state->modules(), built_in_modules()})
    for (const Module& module : modules)
      for (const Function& function : module.functions) {
        const std::string call = function.call;
        EXPECT_EQ(call, std::string(module.name) + "." + function.name());
        EXPECT_GT(std::string(function.text).size(), 10u) << call;
      }
}

TEST_F(Modules, EveryParameterHasATypeAndAText) {
  for (const Module& module : host.state->modules())
    for (const Function& function : module.functions)
      for (const auto& list : {function.parameters, function.options})
        for (const Parameter& each : list) {
          EXPECT_GT(std::string(each.type).size(), 0u) << function.call << " " << each.name;
          EXPECT_GT(std::string(each.text).size(), 3u) << function.call << " " << each.name;
        }
}

TEST_F(Modules, ProcessReadsBothStreamsAndStops) {
  const auto values = run(R"(
    local process, task = require 'process', require 'task'
    local child <close> = process.start {'sh', '-c', 'echo output; echo one >&2; echo two >&2; printf more'}
    local output, errors = nil, {}
    task.all {
      function() output = child:read {limit = 9} end,
      function() for line in child:error_lines() do errors[#errors + 1] = line end end,
    }
    local deaf <close> = process.start {'sh', '-c', 'trap "" TERM; echo deaf; while :; do sleep 0.01; done'}
    local ready = deaf:lines()()
    local quick <close> = process.start {'sleep', '1000'}
    return output, table.concat(errors, '+'), child:wait().status, ready, deaf:stop({grace = 0.05}).signal,
      quick:stop().signal
  )");
  EXPECT_EQ(values, (std::vector<Value>{"output\nmo", "one+two", 0, "deaf", 9, 15}));
}

TEST_F(Modules, FsTellsProgramsAndMakesFreshFolders) {
  const auto values = run(R"(
    local fs = require 'fs'
    fs.write(dir .. '/plain', 'x')
    fs.make_directory(dir .. '/new', {fresh = true})
    local ok, e = pcall(fs.make_directory, dir .. '/new', {fresh = true})
    return fs.stat('/bin/sh').executable, fs.stat(dir .. '/plain').executable, fs.stat(dir).executable, ok,
      e.details.reason, fs.read(dir .. '/plain', {media_type = 'image/png'}).media_type
  )");
  EXPECT_EQ(values, (std::vector<Value>{true, false, false, false, "exists", "image/png"}));
}

}  // namespace
}  // namespace runtime

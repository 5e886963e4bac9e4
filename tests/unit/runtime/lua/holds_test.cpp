#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/unit/runtime/lua/script_host.hpp"

// Scripts that hold the loop: where they are, and how they are ended.
namespace runtime {
namespace {

ScriptHost::Scripts prelude() {
  return {{"boot.prelude", ScriptHost::real_script("boot/prelude.lua")}};
}

// Calls a function on another thread again and again until the script has ended.
class Onlooker {
 public:
  explicit Onlooker(std::function<bool()> act)
      : thread_([this, act = std::move(act)] {
          while (!over_ && !act()) std::this_thread::yield();
        }) {}
  ~Onlooker() {
    over_ = true;
    thread_.join();
  }
  Onlooker(const Onlooker&) = delete;
  Onlooker& operator=(const Onlooker&) = delete;

 private:
  std::atomic<bool> over_ = false;
  std::thread thread_;
};

// Where a script is seen while it runs: the first answer that names this line. It is ended then.
std::string seen_at(const std::string& place, const std::string& text) {
  ScriptHost host(prelude());
  std::string last;
  {
    const Onlooker onlooker([&] {
      last = host.state->where();
      if (last.find(place) == std::string::npos) return false;
      host.state->interrupt();
      return true;
    });
    host.failure(text);
  }
  return last;
}

TEST(Holds, ALoopIsSeenAtItsLine) {
  EXPECT_EQ(seen_at("test.lua:2", "local n = 0\nwhile true do n = n + 1 end"), "test.lua:2");
  EXPECT_EQ(seen_at("test.lua:2", "table.sort({1, 2}, function()\n while true do end\nend)"),
            "test.lua:2");
  EXPECT_EQ(seen_at("test.lua:2", "coroutine.wrap(function()\n while true do end\nend)()"),
            "test.lua:2");
}

TEST(Holds, APatternInCIsSeenAtTheLineThatCalledIt) {
  const std::string pattern = "('a'):rep(50):%s('a*a*a*a*a*b')";
  for (const char* name : {"find", "match", "gsub"}) {
    std::string call = pattern;
    call.replace(call.find("%s"), 2, name);
    if (std::string(name) == "gsub") call.insert(call.size() - 1, ", ''");
    EXPECT_EQ(seen_at("test.lua:3", "while true do\n local n = 1\n " + call + "\nend"),
              std::string("test.lua:3 (in string.") + name + ")")
        << name;
  }
  EXPECT_EQ(seen_at("string.gmatch",
                    "while true do\n for w in ('a'):rep(50):gmatch('a*a*a*a*a*b') do end\nend"),
            "test.lua:2 (in string.gmatch)");
}

TEST(Holds, WhoeverSleepsIsInNoScript) {
  ScriptHost host;
  EXPECT_EQ(host.state->where(), "not in a script");
}

TEST(Holds, SlowFunctionsAnswerAsTheOriginalsDo) {
  ScriptHost host;
  const auto values = host.run(R"(
    local words = {}
    for w in ('x'):rep(20000, ' '):gmatch('%a+') do words[#words + 1] = w end
    local t = {}
    for i = 1, 100001 do t[i] = 100002 - i end
    table.sort(t)
    table.insert(t, 'end')
    return #words, ('ab'):rep(100001, '-'):len(), ('x'):rep(16384):find('x+x*$'), t[1], table.remove(t),
           #table.concat(table.move(t, 1, 100001, 1, {}), ','), (('ab'):rep(20, ' '):gsub('%a+%s-', 'c')))");
  EXPECT_EQ(values[0], Value(20000));
  EXPECT_EQ(values[1], Value(300002));
  EXPECT_EQ(values[2], Value(1));
  EXPECT_EQ(values[3], Value(1));
  EXPECT_EQ(values[4], Value("end"));
  EXPECT_EQ(values[5], Value(588901));
  EXPECT_EQ(values[6].string()->size(), 39u);
  EXPECT_EQ(host.failure("string.rep()"),
            "SCRIPT_ERROR: test.lua:1: bad argument #1 to 'rep' (string expected, got no value)");
  EXPECT_EQ(host.failure("('x'):find()"),
            "SCRIPT_ERROR: test.lua:1: bad argument #1 to 'find' (string expected, got no value)");
}

// Runs a script that blocks the loop, requests its end until it has ended, and returns its error.
std::string told_to_end(const std::string& text) {
  ScriptHost host(prelude());
  std::atomic<bool> holds = false;
  host.on_print = [&] { holds = true; };
  const Onlooker onlooker([&] {
    if (holds) host.state->end_what_runs();
    return false;
  });
  return host.failure(text);
}

TEST(Holds, WhatHoldsTheLoopCanBeTold) {
  const std::string why = "script blocked the program for too long";
  EXPECT_NE(told_to_end("print 'begun'\ntable.sort({1, 2}, function()\n while true do end\nend)")
                .find(why),
            std::string::npos);
  EXPECT_NE(told_to_end("print 'begun'\ntable.sort({1, 2}, function()\n while true do "
                        "pcall(function()\n while true do end\n "
                        "end) end\nend)")
                .find(why),
            std::string::npos);
  EXPECT_NE(told_to_end("print 'begun';\n('x'):gsub('x', function()\n while true do end\nend)")
                .find("test.lua:3"),
            std::string::npos);
}

TEST(Holds, TheNextCallIsSparedOfWhatTheLastWasTold) {
  ScriptHost host;
  host.state->end_what_runs();
  EXPECT_EQ(host.failure("for i = 1, 100000 do end"), "no failure");
}

TEST(Holds, ACoroutineThatComputesLetsOthersRun) {
  ScriptHost host(prelude());
  EXPECT_EQ(host.failure(R"(
    local task = require 'task'
    task.spawn(coroutine.wrap(function() coroutine.wrap(function() while true do end end)() end))
    for i = 1, 3 do task.sleep(0.001) end
    error {code = 'SOAKED', message = 'others ran'})"),
            "SOAKED: others ran");
}

TEST(Holds, ACoroutineThatIsPausedComesToItsEnd) {
  ScriptHost host(prelude());
  const auto values = host.run(R"(
    local time = require 'time'
    local thread = coroutine.create(function(a)
      local start = time.clock()
      while time.clock() - start < 0.35 do end
      local b = coroutine.yield(a + 1)
      return b * 2
    end)
    local _, one = coroutine.resume(thread, 1)
    local _, two = coroutine.resume(thread, 21)
    return one, two, coroutine.status(thread))");
  EXPECT_EQ(values[0], Value(2));
  EXPECT_EQ(values[1], Value(42));
  EXPECT_EQ(values[2], Value("dead"));
}

TEST(Holds, ACancelledCallThatCatchesEverythingIsEnded) {
  ScriptHost host;
  Cancel scope;
  Alarm alarm;
  alarm.set(host.loop, 0.01, [&] { scope.fire(); });
  EXPECT_EQ(host.failure("while true do pcall(require('task').sleep, 1) end", &scope), "cancelled");
}

TEST(Holds, ThereIsMemoryForWhoLooksAfterOthers) {
  ScriptHost host;
  host.run("hoard = {} package.loaded.hoard = hoard");
  EXPECT_EQ(host.failure(R"(
    local hoard = require 'hoard'
    local ok, e = pcall(function() while true do hoard[#hoard + 1] = ('x'):rep(1 << 16) .. #hoard end end)
    local last = {} -- of a list, which grows by small steps until nothing is left
    hoard.small = last
    while true do last.next = {} last = last.next end)"),
            "SCRIPT_ERROR: not enough memory");
  const std::string work = "local t = {} for i = 1, 10000 do t[i] = {i} end return #t";
  EXPECT_EQ(host.failure(work), "SCRIPT_ERROR: not enough memory");
  const auto origin = std::make_shared<Origin>(Caller::Kind::kScript, "supervisor");
  origin->supervises = true;
  const auto chunk = host.state->load(Script{"supervisor.lua", work});
  Results results;
  const auto keep = [](Task<Results> call, Results* to) -> Task<void> {
    *to = co_await std::move(call);
  };
  runtime::run(host.loop, keep(host.state->call(chunk, {}, origin), &results));
  EXPECT_EQ(results.values[0], Value(10000));
  EXPECT_EQ(host.failure("require('hoard').small = nil for k in pairs(require 'hoard') do "
                         "require('hoard')[k] = nil end"),
            "no failure");
  EXPECT_EQ(host.failure(work), "no failure");
}

TEST(Holds, WhatIsNotThereSaysWhy) {
  ScriptHost host;
  EXPECT_EQ(host.failure("os.execute 'ls'"), "UNSUPPORTED: os.execute is not available");
  EXPECT_NE(
      host.run("local _, e = pcall(os.remove, 'x') return e.hint")[0].string()->find("fs.remove"),
      std::string::npos);
}

}  // namespace
}  // namespace runtime

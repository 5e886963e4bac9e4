#include "runtime/guest/guest_session.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "runtime/core/async/nursery.hpp"
#include "runtime/core/async/timer.hpp"

namespace runtime::guest {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Picture : public Object {
 public:
  const ObjectType& type() const override {
    static constexpr ObjectType kType{"image", {}};
    return kType;
  }
  Value field(std::string_view) const override { return Value(640); }
};

Task<Results> answer(std::string name, std::vector<Value> arguments) {
  if (name == "world.echo") co_return Results(std::move(arguments));
  if (name == "world.thing") co_return Value(std::shared_ptr<Object>(std::make_shared<Picture>()));
  if (name == "world.sleep") co_await sleep(60);
  if (name == "image:same")
    co_return Value(arguments.at(0).as<std::shared_ptr<Object>>() != nullptr);
  throw Error("WINDOW_NOT_FOUND", "no " + name, "look again");
}

Value names(std::initializer_list<const char*> list) {
  Value::List values;
  for (const char* name : list) values.emplace_back(name);
  return values;
}

Order order_of(std::string script) {
  Order order;
  order.script = std::move(script);
  order.modules.set("world", names({"echo", "thing", "sleep", "fail"}));
  Value image;
  image.set("methods", names({"same"})).set("fields", names({"width"}));
  order.objects.set("image", std::move(image));
  order.arguments.set("n", 41);
  order.seconds = 20;
  order.computing = 1;
  return order;
}

Task<void> keep(Loop* loop, std::string program, Order order, Outcome* out) {
  GuestSession session(*loop, program, std::move(order), answer);
  *out = co_await session.run();
}

Outcome run_with(const std::string& program, Order order) {
  Loop loop;
  Outcome outcome;
  runtime::run(loop, keep(&loop, program, std::move(order), &outcome));
  return outcome;
}

Outcome run_guest(const std::string& script) { return run_with(find_program(), order_of(script)); }

std::string said(const Outcome& outcome) {
  return outcome.error ? outcome.error->code + ": " + outcome.error->message : std::string();
}

// A program that stands in for the guest: a shell script that has read nothing yet.
class Impostor {
 public:
  explicit Impostor(const std::string& script) {
    char name[] = "/tmp/peekaboo-impostor-XXXXXX";
    folder_ = mkdtemp(name);
    std::ofstream(path()) << "#!/bin/sh\n" << script << "\n";
    chmod(path().c_str(), 0700);
  }
  ~Impostor() {
    unlink(path().c_str());
    rmdir(folder_.c_str());
  }
  std::string path() const { return folder_ + "/guest"; }

 private:
  std::string folder_;
};

Outcome run_impostor(const std::string& script, double seconds = 20) {
  const Impostor impostor(script);
  Order order = order_of("return 1");
  order.seconds = seconds;
  return run_with(impostor.path(), std::move(order));
}

TEST(GuestSession, AScriptReturnsPrintsAndCalls) {
  const Outcome outcome = run_guest(
      "print('one', 2)\n"
      "local thing = world.thing()\n"
      "return arguments.n + 1, world.echo(nil, {a = {1, 'x'}}, 2.5), thing.width, thing:same(), "
      "thing");
  ASSERT_EQ(said(outcome), "");
  EXPECT_EQ(outcome.printed, "one\t2\n");
  EXPECT_TRUE(outcome.printed_all);
  ASSERT_EQ(outcome.returned.size(), 5U);
  EXPECT_EQ(outcome.returned[0], Value(42));
  EXPECT_TRUE(outcome.returned[1].is_nil());
  EXPECT_EQ(outcome.returned[2], Value(640));
  EXPECT_EQ(outcome.returned[3], Value(true));
  EXPECT_NE(outcome.returned[4].as<std::shared_ptr<Object>>(), nullptr);
}

TEST(GuestSession, FailuresComeWithTheirLine) {
  const Outcome coded = run_guest("local a = 1\nworld.fail(a)");
  EXPECT_EQ(said(coded), "WINDOW_NOT_FOUND: no world.fail");
  EXPECT_EQ(coded.error->hint, "look again");
  EXPECT_EQ(coded.error->details["line"], Value(2));
  const Outcome plain = run_guest("\n\nerror 'no'");
  EXPECT_EQ(said(plain), "SCRIPT_ERROR: script:3: no");
  const Outcome wrong = run_guest("x = = 1");
  EXPECT_EQ(said(wrong).substr(0, 33), "SCRIPT_ERROR: script:1: unexpecte");
}

TEST(GuestSession, EveryLimitEndsTheScript) {
  EXPECT_EQ(said(run_guest("while true do end")).substr(0, 8), "TIMEOUT:");
  Order memory = order_of("local t = {} while true do t = {t, {}} end");
  memory.computing = 15;  // a sanitizer on a busy machine may need seconds to fill it
  EXPECT_NE(said(run_with(find_program(), std::move(memory))).find("not enough memory"),
            std::string::npos);
  Order calls = order_of("for i = 1, 11 do world.echo(i) end");
  calls.calls = 10;
  EXPECT_EQ(said(run_with(find_program(), std::move(calls))),
            "SCRIPT_ERROR: the script made more than 10 calls");
  Order output = order_of("for i = 1, 100 do print(('x'):rep(100)) end");
  output.output = 1000;
  const Outcome printed = run_with(find_program(), std::move(output));
  EXPECT_EQ(said(printed), "");
  EXPECT_EQ(printed.printed.size(), 1000U);
  EXPECT_FALSE(printed.printed_all);
}

TEST(GuestSession, AWaitEndsAtTheLimitToo) {
  Order order = order_of("print 'before' world.sleep()");
  order.seconds = 0.5;
  const auto begin = Clock::now();
  const Outcome outcome = run_with(find_program(), std::move(order));
  EXPECT_EQ(said(outcome), "TIMEOUT: script did not finish within 0.5 seconds");
  EXPECT_EQ(outcome.printed, "before\n");
  EXPECT_LT(seconds_since(begin), 5);
}

// Cancels `scope` once the guest has asked for something, that is in the middle of its script.
Task<void> cancelled_run(Loop* loop, Cancel* scope, bool* done) {
  const auto asked = [scope](std::string, std::vector<Value>) -> Task<Results> {
    scope->fire();
    return answer("world.sleep", {});
  };
  GuestSession session(*loop, find_program(), order_of("world.echo(1)"), asked);
  co_await session.run();
  *done = true;
}

TEST(GuestSession, CancellingEndsItAtOnce) {
  Loop loop;
  Cancel scope;
  bool done = false;
  const auto begin = Clock::now();
  EXPECT_THROW(runtime::run(loop, cancelled_run(&loop, &scope, &done), &scope), Cancelled);
  EXPECT_FALSE(done);
  EXPECT_LT(seconds_since(begin), 5);
}

TEST(GuestSession, GarbageOnThePipeIsAViolation) {
  for (const char* script :
       {"printf 'hello, I am no guest at all'", "printf '\\0\\0\\0\\0'", "printf '\\1\\0\\0\\0D'",
        "printf '\\1\\0\\0\\0B'", "printf '\\2\\0\\0\\0Bz\\2\\0\\0\\0Bz'",
        "printf '\\2\\0\\0\\0Bz\\2\\0\\0\\0Q?'", "printf '\\2\\0\\0\\0Bz\\2\\0\\0\\0Dx'",
        "printf '\\2\\0\\0\\0Bz\\2\\0\\0\\0Cz'", "printf '\\2\\0\\0\\0Bz\\2\\0\\0\\0Fz'",
        "printf '\\2\\0\\0\\0Bz\\2\\0\\0\\0Pz'",
        "printf '\\2\\0\\0\\0Bz\\6\\0\\0\\0Ps\\0\\0\\0\\0'",
        "printf '\\2\\0\\0\\0Bz\\6\\0\\0\\0Ds\\377\\377\\377\\377'",
        "printf '\\377\\377\\377\\377'", "cat /dev/zero", "cat /dev/urandom"}) {
    const Outcome outcome = run_impostor(script);
    EXPECT_NE(said(outcome).find("SCRIPT_ERROR: guest process violated the protocol"),
              std::string::npos)
        << script << " -> " << said(outcome);
    EXPECT_TRUE(outcome.returned.empty());
  }
}

TEST(GuestSession, AFloodOfPrintsIsAViolation) {
  const Outcome outcome = run_impostor(
      "printf '\\2\\0\\0\\0Bz'; while printf '\\6\\2\\0\\0Ps\\0\\2\\0\\0' && head -c 512 "
      "/dev/zero; do :; done");
  EXPECT_EQ(said(outcome),
            "SCRIPT_ERROR: guest process violated the protocol (wrong printed text) and was ended");
  EXPECT_EQ(outcome.printed.size(), std::size_t{64} << 10);
}

TEST(GuestSession, AProcessThatEndsEarlySaysHow) {
  EXPECT_NE(said(run_impostor("exit 9")).find("exit status 9"), std::string::npos);
  EXPECT_NE(said(run_impostor("kill -SEGV $$")).find("signal 11"), std::string::npos);
  EXPECT_NE(said(run_impostor("kill -SYS $$")).find("forbidden system call"), std::string::npos);
  EXPECT_EQ(said(run_impostor("echo no filter >&2; exit 3")),
            "UNSUPPORTED: cannot confine a guest script here: no filter");
  EXPECT_EQ(said(run_impostor("exit 4")).substr(0, 8), "TIMEOUT:");
}

TEST(GuestSession, AProcessThatSaysNothingIsEndedInTime) {
  for (const char* script :
       {"exec sleep 60", "exec >&-; exec sleep 60", "trap '' TERM INT; exec sleep 60"}) {
    const auto begin = Clock::now();
    EXPECT_EQ(said(run_impostor(script, 0.5)).substr(0, 8), "TIMEOUT:") << script;
    EXPECT_LT(seconds_since(begin), 10);
  }
}

TEST(GuestSession, AForgedHandleIsRaisedInTheScriptAndNothingElse) {
  // B, then a call of world.echo with handle 77, then the answer is passed back as what was
  // printed.
  const Outcome outcome = run_impostor(
      "printf '\\2\\0\\0\\0Bz'; printf "
      "'\\32\\0\\0\\0Cs\\12\\0\\0\\0world.echol\\0\\0\\0\\0h\\115\\0\\0\\0'; "
      "printf '\\6\\0\\0\\0Dh\\115\\0\\0\\0'");
  EXPECT_EQ(said(outcome).substr(0, 17), "INVALID_ARGUMENT:") << said(outcome);
  EXPECT_TRUE(outcome.returned.empty());
}

TEST(GuestSession, AMissingProgramIsAnError) {
  Loop loop;
  EXPECT_THROW(GuestSession(loop, "/no/such/guest", order_of(""), answer), Error);
}

}  // namespace
}  // namespace runtime::guest

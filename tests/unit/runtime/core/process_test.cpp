#include "runtime/core/process.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include "runtime/core/combine.hpp"

namespace runtime {
namespace {

struct Outcome {
  std::string output;
  Exit exit;
};

Task<void> run_process(Loop* loop, ProcessOptions options, std::string input, Outcome* out) {
  Process process(*loop, options);
  co_await process.input().write(std::move(input));
  process.input().close();
  for (;;) {
    const std::string bytes = co_await process.output().read();
    if (bytes.empty()) break;
    out->output += bytes;
  }
  out->exit = co_await process.wait();
}

Outcome outcome(std::vector<std::string> arguments, std::string input = {}) {
  Loop loop;
  Outcome result;
  ProcessOptions options;
  options.arguments = std::move(arguments);
  options.environment = {{"PEEKABOO_TEST", "set"}, {"HOME", std::nullopt}};
  run(loop, run_process(&loop, options, std::move(input), &result));
  return result;
}

TEST(Process, PassesInputOutputAndStatus) {
  const Outcome result = outcome({"sh", "-c", "cat; exit 7"}, "hello");
  EXPECT_EQ(result.output, "hello");
  EXPECT_EQ(result.exit.status, 7);
  EXPECT_EQ(result.exit.signal, 0);
}

TEST(Process, ChangesTheEnvironment) {
  EXPECT_EQ(outcome({"sh", "-c", "printf '%s,%s' \"$PEEKABOO_TEST\" \"${HOME-none}\""}).output, "set,none");
}

TEST(Process, SaysWhichSignalEndedIt) {
  const Outcome result = outcome({"sh", "-c", "kill -TERM $$"});
  EXPECT_EQ(result.exit.signal, SIGTERM);
}

TEST(Process, AMissingProgramIsAnErrorWithARemedy) {
  try {
    outcome({"/no/such/program"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "FILE_IO_ERROR");
    EXPECT_FALSE(error.hint.empty());
  }
}

Task<void> end_stubborn(Loop* loop, Exit* exit) {
  ProcessOptions options;
  options.arguments = {"sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1; done"};
  Process process(*loop, options);
  co_await process.output().read();
  *exit = co_await process.end(0.01);
}

TEST(Process, IsKilledWhenItIgnoresTheRequestToEnd) {
  Loop loop;
  Exit exit;
  run(loop, end_stubborn(&loop, &exit));
  EXPECT_EQ(exit.signal, SIGKILL);
}

}  // namespace
}  // namespace runtime

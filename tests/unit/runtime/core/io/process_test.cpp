#include "runtime/core/io/process.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "runtime/core/async/nursery.hpp"

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
  EXPECT_EQ(outcome({"sh", "-c", "printf '%s,%s' \"$PEEKABOO_TEST\" \"${HOME-none}\""}).output,
            "set,none");
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

bool is_refused(ProcessOptions options) {
  Loop loop;
  try {
    const Process process(loop, options);
    return false;
  } catch (const Error& error) {
    return error.code == "INVALID_ARGUMENT";
  }
}

TEST(Process, TextsThatNoProgramCanBeGivenAreRefused) {
  using namespace std::string_literals;
  const auto refused_with = [](std::string argument, std::string directory, std::string name,
                               std::string value) {
    ProcessOptions options;
    options.arguments = {"true", std::move(argument)};
    options.directory = std::move(directory);
    options.environment = {{std::move(name), std::move(value)}};
    return is_refused(options);
  };
  EXPECT_FALSE(refused_with("a", "/", "NAME", "x=y"));
  EXPECT_TRUE(refused_with("a\0b"s, "/", "NAME", "x"));
  EXPECT_TRUE(refused_with("a", "/\0b"s, "NAME", "x"));
  EXPECT_TRUE(refused_with("a", "/", "", "x"));
  EXPECT_TRUE(refused_with("a", "/", "A=B", "x"));
  EXPECT_TRUE(refused_with("a", "/", "A\0B"s, "x"));
  EXPECT_TRUE(refused_with("a", "/", "NAME", "x\0y"s));
  EXPECT_TRUE(is_refused(ProcessOptions()));
}

int open_descriptors() {
  int count = 0;
  for (int i = 0; i < 1024; ++i) count += fcntl(i, F_GETFD) >= 0;
  return count;
}

TEST(Process, OneThatCannotBeStartedForLackOfDescriptorsLeavesNoneOpen) {
  Loop loop;
  ProcessOptions options;
  options.arguments = {"true"};
  const int before = open_descriptors();
  rlimit limit{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
  // Room for one pipe of three.
  const int first_free = dup(0);
  close(first_free);
  const rlimit tight{static_cast<rlim_t>(first_free) + 3, limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &tight), 0);
  EXPECT_THROW(Process(loop, options), Error);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_EQ(open_descriptors(), before);
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

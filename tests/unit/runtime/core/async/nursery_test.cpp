#include "runtime/core/async/nursery.hpp"

#include <gtest/gtest.h>

#include "runtime/core/async/combine.hpp"

namespace runtime {
namespace {

Task<void> sleep_and_note(double seconds, std::string name, std::string* log) {
  try {
    co_await sleep(seconds);
    *log += name;
  } catch (const Cancelled&) {
    *log += "-" + name;
    throw;
  }
}

Task<void> fail_after(double seconds) {
  co_await sleep(seconds);
  throw Error("CAPTURE_FAILED", "on purpose");
}

Task<void> two_and_a_failure(std::string* log) {
  const Context context = co_await current_context();
  Nursery nursery(context);
  nursery.start(sleep_and_note(0.001, "a", log));
  nursery.start(sleep_and_note(1000, "b", log));
  nursery.start(fail_after(0.02));
  co_await nursery.join();
}

TEST(Nursery, TheFirstFailureCancelsTheOthersAndIsRethrown) {
  Loop loop;
  std::string log;
  try {
    run(loop, two_and_a_failure(&log));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "CAPTURE_FAILED");
  }
  EXPECT_EQ(log, "a-b");
}

Task<void> join_under_a_timeout(std::string* log) {
  const Context context = co_await current_context();
  Nursery nursery(context);
  nursery.start(sleep_and_note(1000, "x", log));
  co_await nursery.join();
}

Task<void> limited(std::string* log) {
  Task<void> inner = join_under_a_timeout(log);
  co_await timeout(0.005, std::move(inner), "too slow");
}

TEST(Nursery, ATimeoutWaitsForTheLosers) {
  Loop loop;
  std::string log;
  try {
    run(loop, limited(&log));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "TIMEOUT");
    EXPECT_EQ(error.message, "too slow");
  }
  EXPECT_EQ(log, "-x");
}

Task<int> number_after(double seconds, int number) {
  co_await sleep(seconds);
  co_return number;
}

Task<void> race_and_all(std::vector<int>* out) {
  std::vector<Task<int>> racers;
  racers.push_back(number_after(1000, 1));
  racers.push_back(number_after(0.001, 2));
  const int winner = co_await race(std::move(racers));
  out->push_back(winner);
  std::vector<Task<int>> together;
  together.push_back(number_after(0.004, 3));
  together.push_back(number_after(0.001, 4));
  const std::vector<int> results = co_await all(std::move(together));
  out->insert(out->end(), results.begin(), results.end());
}

TEST(Combine, RaceGivesTheFirstAndAllKeepsTheOrder) {
  Loop loop;
  std::vector<int> out;
  run(loop, race_and_all(&out));
  EXPECT_EQ(out, (std::vector<int>{2, 3, 4}));
}

Task<void> cleanup_under_shield(Cancel* scope, bool* cleaned) {
  scope->fire();
  Task<void> cleanup = [](bool* done) -> Task<void> {
    co_await sleep(0.001);
    *done = true;
  }(cleaned);
  co_await shield(5, std::move(cleanup));
}

TEST(Combine, AShieldedTaskRunsInACancelledScope) {
  Loop loop;
  Cancel scope;
  bool cleaned = false;
  run(loop, cleanup_under_shield(&scope, &cleaned), &scope);
  EXPECT_TRUE(cleaned);
}

}  // namespace
}  // namespace runtime

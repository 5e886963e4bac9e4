#include "runtime/core/async/task.hpp"

#include <gtest/gtest.h>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/async/condition.hpp"

namespace runtime {
namespace {

Task<int> give(int number) { co_return number; }

Task<int> give_later(int number, double seconds) {
  co_await sleep(seconds);
  co_return number;
}

Task<int> fail(const char* code) {
  co_await yield();
  throw Error(code, "failed");
}

// Runs a task to its end on a loop of its own and hands its result out.
template <class T>
T finish(Task<T> task) {
  Loop loop;
  std::optional<T> result;
  Task<void> keeper = [](Task<T> inner, std::optional<T>* slot) -> Task<void> {
    slot->emplace(co_await std::move(inner));
  }(std::move(task), &result);
  run(loop, std::move(keeper));
  return std::move(*result);
}

TEST(Task, ReturnsItsResult) { EXPECT_EQ(finish(give(7)), 7); }

TEST(Task, WaitsForATimer) { EXPECT_EQ(finish(give_later(3, 0.001)), 3); }

TEST(Task, RethrowsWhatItThrew) {
  try {
    finish(fail("TIMEOUT"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code, "TIMEOUT");
  }
}

Task<int> await_often(int count) {
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    co_await yield();
    sum += co_await give(1);
  }
  co_return sum;
}

TEST(Task, LongRunsDoNotGrowTheStack) { EXPECT_EQ(finish(await_often(100'000)), 100'000); }

TEST(Task, DestroyingASuspendedTreeIsLegal) {
  Loop loop;
  Cancel scope;
  Nursery nursery(Context{&loop, &scope});
  Task<void> waits = [](int* done) -> Task<void> {
    co_await sleep(1000);
    *done = 1;
  }(nullptr);
  nursery.start(std::move(waits));
  bool turned = false;
  Alarm alarm;
  alarm.set(loop, 0.001, [&] { turned = true; });
  loop.run_until(turned);
  EXPECT_EQ(nursery.running(), 1u);
}

}  // namespace
}  // namespace runtime

#include "runtime/core/workers.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>

#include "runtime/core/combine.hpp"

namespace runtime {
namespace {

Task<void> square_on(Workers* workers, int number, int* out) {
  const auto job = [number](const Stop&) { return number * number; };
  *out = co_await workers->run(job);
}

Task<void> many(Workers* workers, std::vector<int>* out) {
  const Context context = co_await current_context();
  Nursery nursery(context);
  for (std::size_t i = 0; i < out->size(); ++i)
    nursery.start(square_on(workers, static_cast<int>(i), &(*out)[i]));
  co_await nursery.join();
}

TEST(Workers, RunManyJobs) {
  Loop loop;
  Workers workers(loop, "test", 4);
  std::vector<int> out(500);
  run(loop, many(&workers, &out));
  for (int i = 0; i < 500; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], i * i);
}

Task<void> failing(Workers* workers) {
  const auto job = [](const Stop&) -> int { throw Error("FILE_IO_ERROR", "no"); };
  co_await workers->run(job);
}

TEST(Workers, RethrowWhatAJobThrows) {
  Loop loop;
  Workers workers(loop, "test", 1);
  EXPECT_THROW(run(loop, failing(&workers)), Error);
}

Task<void> wait_for_stop(Workers* workers, std::shared_ptr<std::promise<void>> stopped) {
  const auto job = [stopped](const Stop& stop) {
    while (!stop.requested()) std::this_thread::yield();
    stopped->set_value();
  };
  co_await workers->run(job);
}

Task<void> abandoned(Workers* workers, std::shared_ptr<std::promise<void>> stopped) {
  Task<void> job = wait_for_stop(workers, stopped);
  co_await timeout(0.005, std::move(job), "late");
}

TEST(Workers, ACancelledCallerGoesOnAndTheJobIsTold) {
  Loop loop;
  Workers workers(loop, "test", 1);
  auto stopped = std::make_shared<std::promise<void>>();
  auto future = stopped->get_future();
  EXPECT_THROW(run(loop, abandoned(&workers, stopped)), Error);
  EXPECT_EQ(future.wait_for(std::chrono::seconds(10)), std::future_status::ready);
}

TEST(Workers, AStuckJobDoesNotHoldUpTheEnd) {
  auto release = std::make_shared<std::promise<void>>();
  std::shared_future<void> released = release->get_future().share();
  const auto before = std::chrono::steady_clock::now();
  {
    Loop loop;
    Workers workers(loop, "test", 1);
    Task<void> stuck = [](Workers* pool, std::shared_future<void> until) -> Task<void> {
      const auto job = [until](const Stop&) { until.wait(); };
      Task<void> inner = [](Workers* p, decltype(job) work) -> Task<void> { co_await p->run(work); }(pool, job);
      co_await timeout(0.005, std::move(inner), "late");
    }(&workers, released);
    EXPECT_THROW(run(loop, std::move(stuck)), Error);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(5));
  release->set_value();
}

}  // namespace
}  // namespace runtime

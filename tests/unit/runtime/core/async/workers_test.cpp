#include "runtime/core/async/workers.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "runtime/core/async/combine.hpp"
#include "runtime/core/async/condition.hpp"

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

bool takes(int signal) {
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  return sigismember(&blocked, signal) == 0;
}

Task<void> ask_for_signals(Workers* workers, bool* taken) {
  const auto job = [](const Stop&) { return takes(SIGCHLD) || takes(SIGTERM); };
  *taken = co_await workers->run(job);
}

TEST(Workers, TakeNoSignals) {
  Loop loop;
  Workers workers(loop, "test", 1);
  bool taken = true;
  run(loop, ask_for_signals(&workers, &taken));
  EXPECT_FALSE(taken);
  EXPECT_TRUE(takes(SIGCHLD));
}

// A job that runs until its stop is requested.
struct Watched {
  std::promise<void> started;
  std::promise<void> stopped;
};

Task<void> wait_for_stop(Workers* workers, std::shared_ptr<Watched> watched) {
  const auto job = [watched](const Stop& stop) {
    watched->started.set_value();
    while (!stop.requested()) std::this_thread::yield();
    watched->stopped.set_value();
  };
  co_await workers->run(job);
}

Task<void> cancel_once_started(Workers* workers, std::shared_ptr<Watched> watched) {
  const Context context = co_await current_context();
  Cancel scope(context.cancel);
  Nursery nursery(context);
  nursery.start(wait_for_stop(workers, watched), &scope);
  co_await yield();
  co_await yield();
  watched->started.get_future().wait();
  scope.fire();
  co_await nursery.join();
}

TEST(Workers, ACancelledCallerGoesOnAndTheJobIsTold) {
  Loop loop;
  Workers workers(loop, "test", 1);
  const auto watched = std::make_shared<Watched>();
  run(loop, cancel_once_started(&workers, watched));
  EXPECT_EQ(watched->stopped.get_future().wait_for(std::chrono::seconds(10)),
            std::future_status::ready);
}

Task<void> note(Workers* workers, std::shared_ptr<std::atomic<int>> runs) {
  const auto job = [runs](const Stop&) { ++*runs; };
  co_await workers->run(job);
}

// The only thread is busy while a second job is queued and cancelled.
Task<void> cancel_while_queued(Workers* workers, std::shared_ptr<Watched> watched,
                               std::shared_ptr<std::atomic<int>> runs) {
  const Context context = co_await current_context();
  Cancel first(context.cancel);
  Cancel second(context.cancel);
  Nursery nursery(context);
  nursery.start(wait_for_stop(workers, watched), &first);
  nursery.start(note(workers, runs), &second);
  co_await yield();
  co_await yield();
  watched->started.get_future().wait();
  second.fire();
  first.fire();
  co_await nursery.join();
  co_await note(workers, runs);
}

TEST(Workers, AQueuedJobThatIsCancelledNeverRuns) {
  Loop loop;
  Workers workers(loop, "test", 1);
  const auto runs = std::make_shared<std::atomic<int>>(0);
  run(loop, cancel_while_queued(&workers, std::make_shared<Watched>(), runs));
  EXPECT_EQ(*runs, 1);  // the last one, which came behind the cancelled one
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
      Task<void> inner = [](Workers* p, decltype(job) work) -> Task<void> {
        co_await p->run(work);
      }(pool, job);
      co_await timeout(0.005, std::move(inner), "late");
    }(&workers, released);
    EXPECT_THROW(run(loop, std::move(stuck)), Error);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - before, std::chrono::seconds(5));
  release->set_value();
}

}  // namespace
}  // namespace runtime

#include "runtime/core/io/signal_watch.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <memory>

#include "runtime/core/async/nursery.hpp"

namespace runtime {
namespace {

void ignore(int) {}

Task<void> one(SignalWatch* watch) { co_await watch->next(); }

TEST(SignalWatch, ArrivalsReachAllWatchesAndThenTheOldHandlerAgain) {
  struct sigaction ours = {};
  ours.sa_handler = ignore;
  struct sigaction before = {};
  sigaction(SIGUSR2, &ours, &before);
  Loop loop;
  {
    SignalWatch first(loop, SIGUSR2);
    auto second = std::make_unique<SignalWatch>(loop, SIGUSR2);
    raise(SIGUSR2);
    run(loop, one(&first));
    run(loop, one(second.get()));
    second.reset();
    raise(SIGUSR2);
    raise(SIGUSR2);
    run(loop, one(&first));
  }
  struct sigaction after = {};
  sigaction(SIGUSR2, &before, &after);
  EXPECT_EQ(after.sa_handler, ignore);
}

TEST(SignalWatch, OneThatNobodyMayWatchIsAnError) {
  Loop loop;
  EXPECT_THROW(SignalWatch(loop, SIGKILL), Error);
}

}  // namespace
}  // namespace runtime

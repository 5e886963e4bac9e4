#include "runtime/core/async/cancel.hpp"

#include <gtest/gtest.h>

#include "runtime/core/async/combine.hpp"

namespace runtime {
namespace {

Task<void> sleep_and_count(int* cancelled, int* sticky) {
  try {
    co_await sleep(1000);
  } catch (const Cancelled&) {
    ++*cancelled;
  }
  try {
    co_await sleep(0);
  } catch (const Cancelled&) {
    ++*sticky;
  }
}

Task<void> fire_soon(Cancel* scope) {
  co_await sleep(0.001);
  scope->fire();
}

TEST(Cancel, IsSticky) {
  Loop loop;
  Cancel outer;
  Cancel scope(&outer);
  int cancelled = 0;
  int sticky = 0;
  Nursery nursery(Context{&loop, &outer});
  nursery.start(sleep_and_count(&cancelled, &sticky), &scope);
  nursery.start(fire_soon(&scope));
  Task<void> joined = [](Nursery* all) -> Task<void> { co_await all->join(); }(&nursery);
  run(loop, std::move(joined));
  EXPECT_EQ(cancelled, 1);
  EXPECT_EQ(sticky, 1);
  EXPECT_FALSE(outer.fired());
}

TEST(Cancel, ReachesChildrenAndLateComers) {
  Cancel parent;
  Cancel child(&parent);
  parent.fire();
  EXPECT_TRUE(child.fired());
  Cancel late(&parent);
  EXPECT_TRUE(late.fired());
}

TEST(Cancel, AChildMayDieBeforeItsParent) {
  Cancel parent;
  {
    Cancel child(&parent);
  }
  parent.fire();
  EXPECT_TRUE(parent.fired());
}

}  // namespace
}  // namespace runtime

#include "runtime/core/async/wake.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "runtime/core/async/condition.hpp"
#include "runtime/core/async/nursery.hpp"

namespace runtime {
namespace {

Task<void> until(Condition* changed, const int* count, int wanted) {
  while (*count < wanted) co_await changed->wait();
}

TEST(Wake, CallsBackOnTheLoopsThread) {
  Loop loop;
  Condition changed;
  int count = 0;
  std::thread::id where;
  Wake wake(loop, [&] {
    ++count;
    where = std::this_thread::get_id();
    changed.notify_all();
  });
  wake.expect(true);
  for (int wanted = 1; wanted <= 3; ++wanted) {
    std::thread other([sender = wake.sender()] { sender->send(); });
    run(loop, until(&changed, &count, wanted));
    other.join();
  }
  EXPECT_EQ(where, std::this_thread::get_id());
}

TEST(Wake, ASenderOutlivesIt) {
  Loop loop;
  std::optional<Wake> wake(std::in_place, loop, [] { FAIL() << "it is gone"; });
  const auto sender = wake->sender();
  wake.reset();
  sender->send();
}

TEST(Wake, KeepsTheLoopOnlyWhileItIsExpected) {
  Loop loop;
  Wake wake(loop, [] {});
  Condition never;
  const int count = 0;
  EXPECT_THROW(run(loop, until(&never, &count, 1)), Error) << "nothing could ever change it";
}

}  // namespace
}  // namespace runtime

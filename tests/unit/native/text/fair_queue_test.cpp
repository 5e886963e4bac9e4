#include "native/text/fair_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace native {
namespace {

using Clock = std::chrono::steady_clock;

TEST(FairQueue, OnlyOneIsInside) {
  FairQueue queue;
  std::atomic<int> inside = 0;
  int entries = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        ASSERT_TRUE(queue.enter(Clock::now() + std::chrono::minutes(1)));
        ASSERT_EQ(++inside, 1);
        ++entries;
        --inside;
        queue.leave();
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(entries, 1600);
}

TEST(FairQueue, AWaiterGivesUpAtItsDeadlineAndIsForgotten) {
  FairQueue queue;
  ASSERT_TRUE(queue.enter(Clock::now()));
  EXPECT_FALSE(queue.enter(Clock::now() + std::chrono::milliseconds(5)));
  EXPECT_FALSE(queue.enter(Clock::now() - std::chrono::seconds(1)));
  queue.leave();
  EXPECT_TRUE(queue.enter(Clock::now()));
  queue.leave();
}

TEST(FairQueue, LetsInByOrderOfArrival) {
  FairQueue queue;
  ASSERT_TRUE(queue.enter(Clock::now()));
  std::vector<int> order;
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&queue, &order, i] {
      ASSERT_TRUE(queue.enter(Clock::now() + std::chrono::minutes(1)));
      order.push_back(i);
      queue.leave();
    });
    while (queue.size() < static_cast<std::size_t>(i) + 2) std::this_thread::yield();
  }
  queue.leave();
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

}  // namespace
}  // namespace native

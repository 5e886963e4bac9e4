#include "runtime/core/async/channel.hpp"

#include <gtest/gtest.h>

#include "runtime/core/async/combine.hpp"

namespace runtime {
namespace {

Task<void> produce(Channel<int>* channel, int count) {
  for (int i = 0; i < count; ++i) co_await channel->push(i);
  channel->close();
}

Task<void> consume(Channel<int>* channel, int* sum) {
  for (;;) {
    const std::optional<int> item = co_await channel->pop();
    if (!item) co_return;
    *sum += *item;
  }
}

Task<void> both(Channel<int>* channel, int* sum) {
  const Context context = co_await current_context();
  Nursery nursery(context);
  nursery.start(produce(channel, 10000));
  nursery.start(consume(channel, sum));
  nursery.start(consume(channel, sum));
  co_await nursery.join();
}

TEST(Channel, HandsEveryItemToOneReader) {
  Loop loop;
  Channel<int> channel(3);
  int sum = 0;
  run(loop, both(&channel, &sum));
  EXPECT_EQ(sum, 10000 * 9999 / 2);
}

TEST(Channel, RefusesWhenFullOrClosed) {
  Channel<int> channel(1);
  EXPECT_TRUE(channel.try_push(1));
  EXPECT_FALSE(channel.try_push(2));
  channel.close();
  EXPECT_FALSE(channel.try_push(3));
}

}  // namespace
}  // namespace runtime

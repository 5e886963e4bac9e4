#pragma once

#include <functional>

#include "native/image/idle_pool.hpp"

namespace native {

// Calls work(first, end) for consecutive parts of [0, count), each of at most `most`, on this
// thread and on the idle pool. Returns when all are done; throws an exception that one of them
// threw.
void parallel_rows(int count, int most, IdlePool& idle_pool, std::function<void(int, int)> work);

}  // namespace native

#include "native/image/idle_pool.hpp"

#include <pthread.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace native {

IdlePool& IdlePool::shared() {
  // Never destroyed, because a picture that is still being made at program exit offers work.
  static IdlePool* const pool =
      new IdlePool(std::clamp(static_cast<int>(std::thread::hardware_concurrency()) - 1, 0, kMax));
  return *pool;
}

IdlePool::IdlePool(int threads) : limit_(threads) {}

IdlePool::~IdlePool() {
  {
    const std::lock_guard lock(mutex_);
    closed_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool IdlePool::offer(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    // One job may wait for each thread, so that threads stay busy while the caller does its own
    // part.
    if (closed_ || static_cast<int>(queue_.size()) >= limit_) return false;
    if (static_cast<int>(threads_.size()) < limit_ && !start_thread() && threads_.empty())
      return false;
    queue_.push_back(std::move(job));
  }
  wake_.notify_one();
  return true;
}

bool IdlePool::start_thread() {
  try {
    threads_.emplace_back([this] { work(); });
    pthread_setname_np(threads_.back().native_handle(),
                       "pixels");  // otherwise it has the main thread's name
    return true;
  } catch (const std::system_error&) {
    return false;
  }
}

void IdlePool::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    wake_.wait(lock, [this] { return closed_ || !queue_.empty(); });
    if (queue_.empty()) return;
    const std::function<void()> job = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    job();
    lock.lock();
  }
}

}  // namespace native

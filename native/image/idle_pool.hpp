#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace native {

// Threads that help several other threads while they are idle. No caller waits for one to become
// free, so one picture cannot delay another.
class IdlePool {
 public:
  // Has one thread fewer than there are processors, at most kMax.
  static IdlePool& shared();
  explicit IdlePool(int threads);
  ~IdlePool();
  IdlePool(const IdlePool&) = delete;
  IdlePool& operator=(const IdlePool&) = delete;

  // Runs `job`, which must not throw, on another thread soon. Returns false when all are busy.
  bool offer(std::function<void()> job);

  static constexpr int kMax = 3;

 private:
  void work();
  bool start_thread();

  const int limit_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> queue_;
  std::vector<std::thread> threads_;
  bool closed_ = false;
};

}  // namespace native

#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace native {

// Threads that lend a hand to whoever has work for more than one, while they are idle. Nobody ever
// waits for them to become free, so that one picture cannot hold up another.
class Helpers {
 public:
  // One thread fewer than there are processors, at most kMost.
  static Helpers& shared();
  explicit Helpers(int threads);
  ~Helpers();
  Helpers(const Helpers&) = delete;
  Helpers& operator=(const Helpers&) = delete;

  // Runs `job`, which must not throw, on another thread soon; false when all have enough to do.
  bool offer(std::function<void()> job);

  static constexpr int kMost = 3;

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

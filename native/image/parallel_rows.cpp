#include "native/image/parallel_rows.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

namespace native {
namespace {

// Owned by every thread that may still use it.
class RowBlocks {
 public:
  RowBlocks(int count, int most, std::function<void(int, int)> work)
      : count_(count), most_(most), left_((count + most - 1) / most), work_(std::move(work)) {}

  int number() const { return (count_ + most_ - 1) / most_; }

  void help() {
    for (int band = next_.fetch_add(1); band < number(); band = next_.fetch_add(1)) {
      try {
        work_(band * most_, std::min(count_, (band + 1) * most_));
      } catch (const std::exception&) {
        const std::lock_guard lock(mutex_);
        failure_ = std::current_exception();
      }
      if (left_.fetch_sub(1) == 1) left_.notify_all();
    }
  }

  void wait() {
    for (int left = left_.load(); left != 0; left = left_.load()) left_.wait(left);
    const std::lock_guard lock(mutex_);
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  const int count_;
  const int most_;
  std::atomic<int> next_{0};
  std::atomic<int> left_;
  const std::function<void(int, int)> work_;
  std::mutex mutex_;
  std::exception_ptr failure_;
};

}  // namespace

void parallel_rows(int count, int most, IdlePool& idle_pool, std::function<void(int, int)> work) {
  const auto bands = std::make_shared<RowBlocks>(count, std::max(most, 1), std::move(work));
  for (int i = 1; i < std::min(bands->number(), IdlePool::kMax + 1); ++i)
    if (!idle_pool.offer([bands] { bands->help(); })) break;
  bands->help();
  bands->wait();
}

}  // namespace native

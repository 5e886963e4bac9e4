#include "native/desktop/pixel_memory.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace native {
namespace {

// In front of each block; 64 bytes, so that the pixels begin where a cache line does.
struct alignas(64) Block {
  std::size_t size;
};

constexpr std::align_val_t kAlignment{alignof(Block)};

class Shelf {
 public:
  Block* take(std::size_t size) {
    {
      const std::lock_guard lock(mutex_);
      // The smallest that is large enough, but none that would waste more than it serves.
      auto best = free_.end();
      for (auto block = free_.begin(); block != free_.end(); ++block)
        if ((*block)->size >= size && (*block)->size / 2 <= size &&
            (best == free_.end() || (*block)->size < (*best)->size))
          best = block;
      if (best != free_.end()) {
        Block* found = *best;
        free_.erase(best);
        kept_ -= found->size;
        in_use_ += found->size;
        return found;
      }
      in_use_ += size;
    }
    void* memory = ::operator new(sizeof(Block) + size, kAlignment, std::nothrow);
    if (memory == nullptr) {
      const std::lock_guard lock(mutex_);
      in_use_ -= size;
      throw std::bad_alloc();
    }
    return ::new (memory) Block{size};
  }

  void give(Block* block) noexcept {
    const std::lock_guard lock(mutex_);
    in_use_ -= block->size;
    freed_.notify_all();
    if (block->size > kPixelsKept) return release(block);
    // What was used last is likely to be wanted next: the oldest go.
    while (!free_.empty() && (kept_ + block->size > kPixelsKept || free_.size() == kMostBlocks)) {
      kept_ -= free_.front()->size;
      release(free_.front());
      free_.erase(free_.begin());
    }
    free_.push_back(block);
    kept_ += block->size;
  }

  bool wait(std::size_t budget, std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    return freed_.wait_until(lock, deadline, [&] { return in_use_ < budget; });
  }

  std::size_t in_use() {
    const std::lock_guard lock(mutex_);
    return in_use_;
  }

 private:
  static constexpr std::size_t kMostBlocks = 16;

  static void release(Block* block) noexcept { ::operator delete(block, kAlignment); }

  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<Block*> free_ = reserved();
  std::size_t kept_ = 0;
  std::size_t in_use_ = 0;

  static std::vector<Block*> reserved() {
    std::vector<Block*> result;
    result.reserve(kMostBlocks);
    return result;
  }
};

// Never destroyed: pictures may outlive everything else.
Shelf& shelf() {
  static Shelf* const only = new Shelf;
  return *only;
}

}  // namespace

void* take_pixel_memory(std::size_t size) { return shelf().take(size) + 1; }

void give_pixel_memory(void* memory) noexcept { shelf().give(static_cast<Block*>(memory) - 1); }

std::size_t pixel_memory_in_use() { return shelf().in_use(); }

bool wait_for_pixel_room(std::size_t budget, std::chrono::steady_clock::time_point deadline) {
  return shelf().wait(budget, deadline);
}

}  // namespace native

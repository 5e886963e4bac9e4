#include "native/desktop/pixel_memory.hpp"

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace native {

namespace {

// Precedes each block. 64 bytes, so that the pixels begin at a cache line.
struct alignas(64) Block {
  std::size_t size;
};

constexpr std::align_val_t kAlignment{alignof(Block)};

class PixelPool {
 public:
  Block* take(std::size_t size) {
    {
      const std::lock_guard lock(mutex_);
      // The smallest block that is large enough, unless it would waste more than it serves.
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
    // Blocks used last are likely to be needed next, so the oldest are freed.
    while (!free_.empty() && (kept_ + block->size > kPixelsKept || free_.size() == kMaxBlocks)) {
      kept_ -= free_.front()->size;
      release(free_.front());
      free_.erase(free_.begin());
    }
    free_.push_back(block);
    kept_ += block->size;
  }

  bool wait(std::size_t budget, std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    return wait_until(lock, deadline, [&] { return in_use_ + reserved_ < budget; });
  }

  bool reserve(std::size_t size, std::size_t budget,
               std::chrono::steady_clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    const auto fits = [&] {
      const std::size_t held = in_use_ + reserved_;
      return held == 0 || held + size <= budget;
    };
    if (!wait_until(lock, deadline, fits)) return false;
    reserved_ += size;
    return true;
  }

  void give_back(std::size_t size) noexcept {
    const std::lock_guard lock(mutex_);
    reserved_ -= size;
    freed_.notify_all();
  }

  bool is_wanted() {
    const std::lock_guard lock(mutex_);
    return waiting_ > 0;
  }

  std::size_t in_use() {
    const std::lock_guard lock(mutex_);
    return in_use_;
  }

 private:
  static constexpr std::size_t kMaxBlocks = 16;

  static void release(Block* block) noexcept { ::operator delete(block, kAlignment); }

  template <class Ready>
  bool wait_until(std::unique_lock<std::mutex>& lock,
                  std::chrono::steady_clock::time_point deadline, Ready ready) {
    ++waiting_;
    const bool came = freed_.wait_until(lock, deadline, ready);
    --waiting_;
    return came;
  }

  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<Block*> free_ = empty_list();
  std::size_t kept_ = 0;
  std::size_t in_use_ = 0;
  std::size_t reserved_ = 0;  // bytes reserved for pixels that do not exist yet
  int waiting_ = 0;           // threads

  static std::vector<Block*> empty_list() {
    std::vector<Block*> result;
    result.reserve(kMaxBlocks);
    return result;
  }
};

// Never destroyed, because pictures may outlive every other object.
PixelPool& pool() {
  static PixelPool* const only = new PixelPool;
  return *only;
}

}  // namespace

void* take_pixel_memory(std::size_t size) { return pool().take(size) + 1; }

void give_pixel_memory(void* memory) noexcept { pool().give(static_cast<Block*>(memory) - 1); }

std::size_t pixel_memory_in_use() { return pool().in_use(); }

bool wait_for_pixel_room(std::size_t budget, std::chrono::steady_clock::time_point deadline) {
  return pool().wait(budget, deadline);
}

bool reserve_pixel_room(std::size_t size, std::size_t budget,
                        std::chrono::steady_clock::time_point deadline) {
  return pool().reserve(size, budget, deadline);
}

void give_pixel_room_back(std::size_t size) noexcept { pool().give_back(size); }

bool pixel_room_is_wanted() { return pool().is_wanted(); }

}  // namespace native

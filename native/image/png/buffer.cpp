#include "native/image/png/buffer.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace native {

namespace {

constexpr std::size_t kMostKept = 8U << 20;
constexpr std::size_t kMaxBuffers = 64;

struct BufferPool {
  BufferPool() { free.reserve(kMaxBuffers); }
  std::mutex mutex;
  std::vector<Buffer> free;
  std::size_t bytes = 0;
};

// Never destroyed, because threads of the idle pool may outlive every other object.
BufferPool& pool() {
  static BufferPool* const only = new BufferPool;
  return *only;
}

}  // namespace

Buffer take_buffer(std::size_t wanted) {
  BufferPool& from = pool();
  const std::lock_guard lock(from.mutex);
  if (from.free.empty()) return {};
  auto best = from.free.begin();
  for (auto each = best + 1; each != from.free.end(); ++each) {
    const bool both_serve = each->room() >= wanted && best->room() >= wanted;
    if (both_serve ? each->room() < best->room() : each->room() > best->room()) best = each;
  }
  std::swap(*best, from.free.back());
  Buffer result = std::move(from.free.back());
  from.free.pop_back();
  from.bytes -= result.room();
  return result;
}

void give_buffer(Buffer scratch) noexcept {
  scratch.clear();
  BufferPool& to = pool();
  const std::lock_guard lock(to.mutex);
  if (scratch.room() == 0 || to.free.size() == kMaxBuffers || to.bytes + scratch.room() > kMostKept)
    return;
  to.bytes += scratch.room();
  to.free.push_back(std::move(scratch));
}

}  // namespace native

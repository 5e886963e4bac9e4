#include "native/image/png/buffer_pool.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace native {
namespace {

constexpr std::size_t kMostBytes = 8U << 20;
constexpr std::size_t kMostBuffers = 64;

struct Shelf {
  Shelf() { free.reserve(kMostBuffers); }
  std::mutex mutex;
  std::vector<Scratch> free;
  std::size_t bytes = 0;
};

// Never destroyed: helping threads may outlive everything else.
Shelf& shelf() {
  static Shelf* const only = new Shelf;
  return *only;
}

}  // namespace

Scratch take_scratch(std::size_t wanted) {
  Shelf& from = shelf();
  const std::lock_guard lock(from.mutex);
  if (from.free.empty()) return {};
  auto best = from.free.begin();
  for (auto each = best + 1; each != from.free.end(); ++each) {
    const bool both_serve = each->room() >= wanted && best->room() >= wanted;
    if (both_serve ? each->room() < best->room() : each->room() > best->room()) best = each;
  }
  std::swap(*best, from.free.back());
  Scratch result = std::move(from.free.back());
  from.free.pop_back();
  from.bytes -= result.room();
  return result;
}

void give_scratch(Scratch scratch) noexcept {
  scratch.clear();
  Shelf& to = shelf();
  const std::lock_guard lock(to.mutex);
  if (scratch.room() == 0 || to.free.size() == kMostBuffers ||
      to.bytes + scratch.room() > kMostBytes)
    return;
  to.bytes += scratch.room();
  to.free.push_back(std::move(scratch));
}

}  // namespace native

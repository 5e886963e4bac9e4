#include "native/image/png/strip_cache.hpp"

#define XXH_INLINE_ALL  // one more shared library would slow down every start
#include <xxhash.h>

#include <atomic>
#include <list>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "native/image/compare/hash_secret.hpp"

namespace native {
namespace {

constexpr std::size_t kMostCached = std::size_t{8} << 20;
// Conservative estimate of how much scanlines compress.
constexpr std::size_t kPressedPart = 6;

struct KeyHash {
  std::size_t operator()(const StripKey& key) const { return static_cast<std::size_t>(key.low); }
};

class Cache {
 public:
  CompressedStripRef find(const StripKey& key) {
    const std::lock_guard lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return nullptr;
    order_.splice(order_.begin(), order_, found->second);
    return found->second->strip;
  }

  void add(const StripKey& key, CompressedStripRef strip) {
    const std::size_t size = strip->chunk.size();
    if (size > kMostCached) return;
    const std::lock_guard lock(mutex_);
    if (places_.count(key) != 0) return;
    while (bytes_ + size > kMostCached) drop_last();
    order_.push_front({key, std::move(strip)});
    places_.emplace(key, order_.begin());
    bytes_ += size;
  }

  void clear() {
    const std::lock_guard lock(mutex_);
    places_.clear();
    order_.clear();
    bytes_ = 0;
  }

 private:
  struct Entry {
    StripKey key;
    CompressedStripRef strip;
  };

  void drop_last() {
    bytes_ -= order_.back().strip->chunk.size();
    places_.erase(order_.back().key);
    order_.pop_back();
  }

  std::mutex mutex_;
  std::list<Entry> order_;  // most recently used first
  std::unordered_map<StripKey, std::list<Entry>::iterator, KeyHash> places_;
  std::size_t bytes_ = 0;
};

// Never destroyed, because threads of the idle pool may outlive every other object.
Cache& cache() {
  static Cache* const only = new Cache;
  return *only;
}

std::atomic<bool> any_picture = false;

}  // namespace

StripKey strip_key(std::span<const std::uint8_t> raw, bool first, bool last) {
  const std::span<const std::uint32_t> secret = hash_secret();
  const XXH128_hash_t hash =
      XXH3_128bits_withSecret(raw.data(), raw.size(), secret.data(), secret.size_bytes());
  return StripKey{hash.low64, hash.high64, raw.size(), first, last};
}

CompressedStripRef known_strip(const StripKey& key) { return cache().find(key); }

void remember_strip(const StripKey& key, const CompressedStrip& strip) {
  auto kept = std::make_shared<CompressedStrip>();
  kept->chunk.append(strip.chunk.data(), strip.chunk.size());
  kept->adler = strip.adler;
  kept->length = strip.length;
  cache().add(key, std::move(kept));
}

bool worth_remembering(std::size_t bytes) {
  return any_picture.exchange(true) && bytes / kPressedPart <= kMostCached;
}

void forget_strips() { cache().clear(); }

}  // namespace native

#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "native/masking/verdict.hpp"

namespace native {

// Verdicts about lines of the same pixels, wherever they stand. Bounded; forgets the least recently
// used. Thread safe.
class VerdictCache {
 public:
  explicit VerdictCache(std::size_t most_bytes = std::size_t{3} << 20) : most_bytes_(most_bytes) {}

  // `rules` is the number of what was searched for.
  std::optional<Verdict> find(const LinesKey& lines, std::uint64_t rules);
  void keep(const LinesKey& lines, std::uint64_t rules, Verdict verdict);

  // Returns approximately how much it holds.
  std::size_t bytes() const;

 private:
  struct Entry {
    LinesKey lines;
    std::uint64_t rules;
    Verdict verdict;
    std::size_t bytes;
  };
  using Entries = std::list<Entry>;

  static std::uint64_t hash(const LinesKey& lines, std::uint64_t rules);
  Entries::iterator look_up(const LinesKey& lines, std::uint64_t rules);
  void forget(Entries::iterator entry);

  const std::size_t most_bytes_;
  mutable std::mutex mutex_;
  Entries entries_;  // most recently used first
  std::unordered_multimap<std::uint64_t, Entries::iterator> by_hash_;
  std::size_t bytes_ = 0;
};

}  // namespace native

#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "native/text/line_reader.hpp"
#include "native/text/lines/line_hash.hpp"

namespace native {

// The words that were read in recent lines, so that lines of the same pixels are not read again,
// wherever they stand. Bounded; forgets the least recently used. Thread safe.
class WordCache {
 public:
  explicit WordCache(std::size_t most_bytes = std::size_t{4} << 20) : most_bytes_(most_bytes) {}

  // Returns the words of a line that stands at `bounds` now; nothing when they are not known.
  std::optional<ReadLine> find(const LineHash& hash, const std::string& language,
                               const Rect& bounds);
  // Keeps the words of a line that stands at `bounds`.
  void keep(const LineHash& hash, const std::string& language, const Rect& bounds, ReadLine line);

  // Returns approximately how much it holds.
  std::size_t bytes() const;

 private:
  struct Entry {
    LineHash hash;
    std::string language;
    ReadLine line;  // as if it stood at 0, 0
    std::size_t bytes;
  };
  using Entries = std::list<Entry>;
  Entries::iterator entry_of(const LineHash& hash, const std::string& language);
  void forget(Entries::iterator entry);

  const std::size_t most_bytes_;
  mutable std::mutex mutex_;
  Entries entries_;  // most recently used first
  std::unordered_multimap<LineHash, Entries::iterator> by_hash_;
  std::size_t bytes_ = 0;
};

}  // namespace native

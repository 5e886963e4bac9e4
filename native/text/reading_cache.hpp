#pragma once

#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <vector>

#include "native/image/compare/tiles.hpp"
#include "native/text/recognizer.hpp"

namespace native {

// The words that were read in recent pictures, so that an identical picture is not read again.
// Looked up by the whole picture: recognition depends on the layout of all of it, so the words from
// a part could differ from those of a new reading. Bounded; thread safe.
class ReadingCache {
 public:
  explicit ReadingCache(std::size_t most_bytes = std::size_t{4} << 20) : most_bytes_(most_bytes) {}

  using Read = std::function<std::vector<Word>(const Frame&)>;
  // Returns the words for these pixels and this language, calling `read` if they are not known.
  // Keeps nothing when `read` throws.
  std::vector<Word> get(const Frame& frame, const std::string& language, const Read& read);

  // Returns approximately how much it holds.
  std::size_t bytes() const;

 private:
  struct Entry {
    Tiles tiles;
    std::string language;
    std::vector<Word> words;
    std::size_t bytes;
  };
  bool find(const Tiles& tiles, const std::string& language, std::vector<Word>& words);
  void keep(Entry entry);

  const std::size_t most_bytes_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
  std::size_t bytes_ = 0;
};

}  // namespace native

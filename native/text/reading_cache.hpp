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

// What was read in pictures, so that one with the very same pixels is not read again. Pictures are
// known as wholes: the recognition looks at the layout of all of a picture, so that words read from
// a part of it could differ from those of a fresh reading. Bounded; any thread.
class ReadingCache {
 public:
  explicit ReadingCache(std::size_t most_bytes = std::size_t{4} << 20) : most_bytes_(most_bytes) {}

  using Read = std::function<std::vector<Word>(const Frame&)>;
  // What `read` gave for these pixels and that language, or gives now. Nothing is kept of a reading
  // that throws.
  std::vector<Word> get(const Frame& frame, const std::string& language, const Read& read);

  // About what it holds.
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
  std::list<Entry> entries_;  // what was used last comes first
  std::size_t bytes_ = 0;
};

}  // namespace native

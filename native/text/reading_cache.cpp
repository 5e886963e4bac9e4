#include "native/text/reading_cache.hpp"

#include <algorithm>
#include <utility>

namespace native {
namespace {

// With more entries, comparing the keys would take longer than it saves.
constexpr std::size_t kMaxEntries = 64;

std::size_t size_of(const Tiles& tiles, const std::vector<Word>& words) {
  std::size_t size = tiles.hashes.size() * sizeof(tiles.hashes[0]) + words.size() * sizeof(Word);
  for (const Word& word : words) size += word.text.capacity();
  return size;
}

}  // namespace

std::vector<Word> ReadingCache::get(const Frame& frame, const std::string& language,
                                    const Read& read) {
  Tiles tiles = tiles_of(frame);
  std::vector<Word> words;
  if (find(tiles, language, words)) return words;
  words = read(frame);
  const std::size_t size = size_of(tiles, words);
  keep({std::move(tiles), language, words, size});
  return words;
}

std::size_t ReadingCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

bool ReadingCache::find(const Tiles& tiles, const std::string& language, std::vector<Word>& words) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
    return entry.tiles == tiles && entry.language == language;
  });
  if (found == entries_.end()) return false;
  entries_.splice(entries_.begin(), entries_, found);
  words = found->words;
  return true;
}

void ReadingCache::keep(Entry entry) {
  if (entry.bytes > most_bytes_) return;
  const std::lock_guard lock(mutex_);
  bytes_ += entry.bytes;
  entries_.push_front(std::move(entry));
  while (bytes_ > most_bytes_ || entries_.size() > kMaxEntries) {
    bytes_ -= entries_.back().bytes;
    entries_.pop_back();
  }
}

}  // namespace native

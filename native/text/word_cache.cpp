#include "native/text/word_cache.hpp"

#include <algorithm>
#include <utility>

namespace native {
namespace {

std::size_t size_of(const ReadLine& line, const std::string& language) {
  constexpr std::size_t kEntry = 200;  // with the nodes of the containers
  std::size_t size = kEntry + language.capacity() + line.words.capacity() * sizeof(Word);
  for (const Word& word : line.words) size += word.text.capacity();
  return size;
}

void move_words(ReadLine& line, int x, int y) {
  for (Word& word : line.words) {
    word.bounds.x += x;
    word.bounds.y += y;
  }
}

}  // namespace

std::optional<ReadLine> WordCache::find(const LineHash& hash, const std::string& language,
                                        const Rect& bounds) {
  const std::lock_guard lock(mutex_);
  const auto found = entry_of(hash, language);
  if (found == entries_.end()) return std::nullopt;
  entries_.splice(entries_.begin(), entries_, found);
  ReadLine line = found->line;
  move_words(line, bounds.x, bounds.y);
  return line;
}

void WordCache::keep(const LineHash& hash, const std::string& language, const Rect& bounds,
                     ReadLine line) {
  move_words(line, -bounds.x, -bounds.y);
  const std::size_t size = size_of(line, language);
  if (size > most_bytes_) return;
  const std::lock_guard lock(mutex_);
  if (const auto known = entry_of(hash, language); known != entries_.end()) forget(known);
  entries_.push_front({hash, language, std::move(line), size});
  by_hash_.emplace(hash, entries_.begin());
  bytes_ += size;
  while (bytes_ > most_bytes_) forget(std::prev(entries_.end()));
}

std::size_t WordCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

WordCache::Entries::iterator WordCache::entry_of(const LineHash& hash,
                                                 const std::string& language) {
  const auto [first, end] = by_hash_.equal_range(hash);
  const auto found = std::find_if(
      first, end, [&](const auto& known) { return known.second->language == language; });
  return found == end ? entries_.end() : found->second;
}

void WordCache::forget(Entries::iterator entry) {
  const auto [first, end] = by_hash_.equal_range(entry->hash);
  by_hash_.erase(
      std::find_if(first, end, [&](const auto& known) { return known.second == entry; }));
  bytes_ -= entry->bytes;
  entries_.erase(entry);
}

}  // namespace native

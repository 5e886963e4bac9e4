#include "native/masking/verdict_cache.hpp"

#include <utility>

namespace native {
namespace {

std::size_t bytes_of(const LinesKey& lines, const Verdict& verdict) {
  constexpr std::size_t kEntry = 200;  // of the list, the table and the record
  std::size_t bytes =
      kEntry + lines.capacity() * sizeof(LineHash) + verdict.numbers.capacity() * sizeof(Rect);
  for (const Finding& finding : verdict.findings)
    bytes += sizeof(Finding) + finding.parts.capacity() * sizeof(LinePart);
  return bytes;
}

}  // namespace

std::uint64_t VerdictCache::hash(const LinesKey& lines, std::uint64_t rules) {
  std::uint64_t result = rules;
  for (const LineHash& line : lines) result = result * 0x9E3779B97F4A7C15ULL + line.first;
  return result;
}

VerdictCache::Entries::iterator VerdictCache::look_up(const LinesKey& lines, std::uint64_t rules) {
  const auto [first, last] = by_hash_.equal_range(hash(lines, rules));
  for (auto at = first; at != last; ++at)
    if (at->second->rules == rules && at->second->lines == lines) return at->second;
  return entries_.end();
}

std::optional<Verdict> VerdictCache::find(const LinesKey& lines, std::uint64_t rules) {
  const std::lock_guard lock(mutex_);
  const auto entry = look_up(lines, rules);
  if (entry == entries_.end()) return std::nullopt;
  entries_.splice(entries_.begin(), entries_, entry);
  return entry->verdict;
}

void VerdictCache::keep(const LinesKey& lines, std::uint64_t rules, Verdict verdict) {
  const std::lock_guard lock(mutex_);
  if (const auto known = look_up(lines, rules); known != entries_.end()) forget(known);
  const std::size_t bytes = bytes_of(lines, verdict);
  entries_.push_front({lines, rules, std::move(verdict), bytes});
  by_hash_.emplace(hash(lines, rules), entries_.begin());
  bytes_ += bytes;
  while (bytes_ > most_bytes_) forget(std::prev(entries_.end()));
}

void VerdictCache::forget(Entries::iterator entry) {
  const auto [first, last] = by_hash_.equal_range(hash(entry->lines, entry->rules));
  for (auto at = first; at != last; ++at) {
    if (at->second != entry) continue;
    by_hash_.erase(at);
    break;
  }
  bytes_ -= entry->bytes;
  entries_.erase(entry);
}

std::size_t VerdictCache::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace native

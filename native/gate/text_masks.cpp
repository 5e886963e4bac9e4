#include "native/gate/text_masks.hpp"

#include <algorithm>
#include <utility>

namespace native {
namespace {

constexpr const char* kMask = "[masked]";

}  // namespace

std::shared_ptr<const PiiFinder> TextMasks::finder_for(const Rules& rules,
                                                       runtime::Caller::Kind kind) {
  const std::lock_guard lock(mutex_);
  if (rules.generation != generation_) finders_ = {};
  generation_ = rules.generation;
  auto& finder = finders_[static_cast<std::size_t>(kind)];
  if (!finder) {
    const CallerRules& own = rules.of(kind);
    finder = std::make_shared<const PiiFinder>(own.masked_kinds, own.custom_patterns);
  }
  return finder;
}

void TextMasks::mask(std::vector<Word>& words, const Rules& rules, runtime::Caller::Kind kind) {
  if (!rules.of(kind).always_masked || words.empty()) return;
  for (const PiiArea& area : finder_for(rules, kind)->find(words))
    for (const std::size_t word : area.words) words[word].text = kMask;
}

void TextMasks::mask(std::string& text, const Rules& rules, runtime::Caller::Kind kind) {
  if (!rules.of(kind).always_masked || text.empty()) return;
  const std::vector<PiiRange> found = finder_for(rules, kind)->find(text);
  if (found.empty()) return;
  std::string result;
  std::size_t at = 0;
  for (const PiiRange& each : found) {
    // Two may overlap: a password of an address, and what looks like an e-mail address behind it.
    const bool goes_on = at > 0 && each.begin <= at;
    if (!goes_on) result.append(text, at, each.begin - at).append(kMask);
    at = std::max(at, each.end);
  }
  result.append(text, at);
  text = std::move(result);
}

}  // namespace native

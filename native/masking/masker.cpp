#include "native/masking/masker.hpp"

#include <algorithm>
#include <utility>

#include "native/masking/line_study.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxSearches = 8;
constexpr std::size_t kMaxPictures = 8;

Error not_masked(const Error& cause) {
  return Error("CAPTURE_FAILED", "picture is not masked: " + cause.message, cause.hint,
               {{"reason", "not masked"}, {"cause", cause.code}});
}

std::vector<MaskedPart> masking_of(const std::vector<LineStudy::Found>& found) {
  std::vector<MaskedPart> masking;
  int number = 0;
  for (const LineStudy::Found& each : found) {
    for (const Rect& area : each.areas) masking.push_back({each.kind, number, area});
    ++number;
  }
  return masking;
}

}  // namespace

Masker::Search Masker::search_for(const MaskRules& rules) {
  {
    const std::lock_guard lock(mutex_);
    const auto known = std::find_if(searches_.begin(), searches_.end(),
                                    [&](const Search& each) { return each.rules == rules; });
    if (known != searches_.end()) {
      searches_.splice(searches_.begin(), searches_, known);
      return searches_.front();
    }
  }
  auto finder = std::make_shared<const PiiFinder>(rules.kinds, rules.custom);
  const std::lock_guard lock(mutex_);
  searches_.push_front({++last_number_, rules, std::move(finder)});
  if (searches_.size() > kMaxSearches) searches_.pop_back();
  return searches_.front();
}

MaskingRef Masker::known(const Tiles& tiles) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(known_.begin(), known_.end(),
                                  [&](const Known& each) { return each.tiles == tiles; });
  if (found == known_.end()) return nullptr;
  known_.splice(known_.begin(), known_, found);
  return known_.front().masking;
}

void Masker::keep(Tiles tiles, MaskingRef masking) {
  const std::lock_guard lock(mutex_);
  known_.push_front({std::move(tiles), std::move(masking)});
  if (known_.size() > kMaxPictures) known_.pop_back();
}

MaskingRef Masker::look(const Frame& frame, Tiles tiles, const MaskRules& rules,
                        Deadline deadline) {
  const Search search = search_for(rules);
  tiles.tag = search.number;
  if (MaskingRef masking = known(tiles)) return masking;
  try {
    LineStudy study(frame, {read_, *search.finder, search.number, verdicts_, deadline});
    auto masking = std::make_shared<const std::vector<MaskedPart>>(masking_of(study.run()));
    keep(std::move(tiles), masking);
    return masking;
  } catch (const Error& error) {
    throw not_masked(error);
  }
}

}  // namespace native

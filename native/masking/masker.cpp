#include "native/masking/masker.hpp"

#include <algorithm>
#include <utility>

#include "native/desktop/capture_area.hpp"
#include "native/masking/line_study.hpp"

namespace native {
namespace {

constexpr std::size_t kMaxSearches = 8;
constexpr std::size_t kMaxPictures = 8;

Error not_masked(const Error& cause) {
  return Error("CAPTURE_FAILED", "picture is not masked: " + cause.message, cause.hint,
               {{"reason", "not masked"}, {"cause", cause.code}});
}

// Returns where excluded windows were filled, in the picture's pixels.
std::vector<Rect> filled_in(const Frame& frame) {
  std::vector<Rect> filled;
  for (const Rect& area : frame.excluded) {
    const Rect part = in_picture(frame.origin, frame.scale, frame.width, frame.height, area);
    if (!part.empty()) filled.push_back(part);
  }
  return filled;
}

Masking masking_of(LineStudy::Result result) {
  Masking masking{{}, std::move(result.cut)};
  int number = 0;
  for (const LineStudy::Found& each : result.found) {
    for (const Rect& area : each.areas) masking.parts.push_back({each.kind, number, area});
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

MaskingRef Masker::known(const Tiles& tiles, const std::vector<Rect>& filled) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(known_.begin(), known_.end(), [&](const Known& each) {
    return each.tiles == tiles && each.filled == filled;
  });
  if (found == known_.end()) return nullptr;
  known_.splice(known_.begin(), known_, found);
  return known_.front().masking;
}

void Masker::keep(Known known) {
  const std::lock_guard lock(mutex_);
  known_.push_front(std::move(known));
  if (known_.size() > kMaxPictures) known_.pop_back();
}

MaskingRef Masker::look(const Frame& frame, Tiles tiles, const MaskRules& rules,
                        Deadline deadline) {
  const Search search = search_for(rules);
  tiles.tag = search.number;
  std::vector<Rect> filled = filled_in(frame);
  if (MaskingRef masking = known(tiles, filled)) return masking;
  try {
    LineStudy study(frame, filled, {read_, *search.finder, search.number, verdicts_, deadline});
    auto masking = std::make_shared<const Masking>(masking_of(study.run()));
    keep({std::move(tiles), std::move(filled), masking});
    return masking;
  } catch (const Error& error) {
    throw not_masked(error);
  }
}

}  // namespace native

#include "native/image/kept_spans.hpp"

#include <algorithm>

namespace native {
namespace {

KeptSpans::Spans without(int width, KeptSpans::Spans gone) {
  std::sort(gone.begin(), gone.end());
  KeptSpans::Spans kept;
  int from = 0;
  for (const auto& [begin, end] : gone) {
    if (begin > from) kept.emplace_back(from, begin);
    from = std::max(from, end);
  }
  if (from < width) kept.emplace_back(from, width);
  return kept;
}

}  // namespace

KeptSpans::KeptSpans(int width, int height, const std::vector<Rect>& ignored) {
  std::vector<Rect> parts;
  for (const Rect& rect : ignored) {
    const Rect part = intersection(rect, {0, 0, width, height});
    if (!part.empty()) parts.push_back(part);
  }
  tops_.push_back(0);
  for (const Rect& part : parts) {
    tops_.push_back(part.y);
    tops_.push_back(part.y + part.height);
  }
  std::sort(tops_.begin(), tops_.end());
  tops_.erase(std::unique(tops_.begin(), tops_.end()), tops_.end());
  for (const int top : tops_) {
    Spans gone;
    for (const Rect& part : parts)
      if (part.y <= top && top < part.y + part.height)
        gone.emplace_back(part.x, part.x + part.width);
    spans_.push_back(without(width, std::move(gone)));
  }
}

const KeptSpans::Spans& KeptSpans::of(int y) const {
  const auto next = std::upper_bound(tops_.begin(), tops_.end(), y);
  return spans_[static_cast<std::size_t>(next - tops_.begin()) - 1];
}

}  // namespace native

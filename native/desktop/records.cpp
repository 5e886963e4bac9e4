#include "native/desktop/records.hpp"

#include <algorithm>
#include <cstdint>

namespace native {

Rect intersection(const Rect& a, const Rect& b) {
  const int left = std::max(a.x, b.x);
  const int top = std::max(a.y, b.y);
  // In 64 bits, because a caller's rectangle may extend beyond the largest int.
  const auto end = [](int start, int length) { return std::int64_t{start} + length; };
  const std::int64_t right = std::min(end(a.x, a.width), end(b.x, b.width));
  const std::int64_t bottom = std::min(end(a.y, a.height), end(b.y, b.height));
  if (right <= left || bottom <= top) return {};
  return {left, top, static_cast<int>(right - left), static_cast<int>(bottom - top)};
}

Rect bounding(const Rect& a, const Rect& b) {
  const int left = std::min(a.x, b.x);
  const int top = std::min(a.y, b.y);
  const int right = std::max(a.x + a.width, b.x + b.width);
  const int bottom = std::max(a.y + a.height, b.y + b.height);
  return {left, top, right - left, bottom - top};
}

Rect bounding(const std::vector<Rect>& rects) {
  if (rects.empty()) return {};
  Rect all = rects.front();
  for (const Rect& rect : rects) all = bounding(all, rect);
  return all;
}

}  // namespace native

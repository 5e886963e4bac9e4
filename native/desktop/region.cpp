#include "native/desktop/region.hpp"

#include <algorithm>

namespace native {
namespace {

constexpr std::size_t kMaxParts = 8192;

void append(std::vector<Rect>& parts, const Rect& rect) {
  if (!rect.empty()) parts.push_back(rect);
}

}  // namespace

Region::Region(const Rect& rect) { append(parts_, rect); }

bool Region::meets(const Rect& rect) const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [&](const Rect& part) { return !intersection(part, rect).empty(); });
}

void Region::subtract(const Rect& rect) {
  if (rect.empty() || !meets(rect)) return;
  std::vector<Rect> rest;
  for (const Rect& part : parts_) {
    const Rect cut = intersection(part, rect);
    if (cut.empty()) {
      rest.push_back(part);
      continue;
    }
    const int cut_bottom = cut.y + cut.height;
    const int cut_right = cut.x + cut.width;
    append(rest, {part.x, part.y, part.width, cut.y - part.y});
    append(rest, {part.x, cut_bottom, part.width, part.y + part.height - cut_bottom});
    append(rest, {part.x, cut.y, cut.x - part.x, cut.height});
    append(rest, {cut_right, cut.y, part.x + part.width - cut_right, cut.height});
  }
  if (rest.size() > kMaxParts) {
    exact_ = false;
    return;
  }
  parts_ = std::move(rest);
}

void Region::subtract(const Region& other) {
  for (const Rect& part : other.parts_) subtract(part);
}

void Region::cut_to(const Rect& rect) {
  std::vector<Rect> rest;
  for (const Rect& part : parts_) append(rest, intersection(part, rect));
  parts_ = std::move(rest);
}

void Region::cut_to(const Region& other) {
  std::vector<Rect> rest;
  for (const Rect& part : parts_) {
    for (const Rect& limit : other.parts_) append(rest, intersection(part, limit));
  }
  exact_ = exact_ && other.exact_;
  parts_ = std::move(rest);
}

void Region::add_disjoint(const Rect& rect) { append(parts_, rect); }

void Region::move(int x, int y) {
  for (Rect& part : parts_) {
    part.x += x;
    part.y += y;
  }
}

}  // namespace native

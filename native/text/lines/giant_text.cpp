#include "native/text/lines/giant_text.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "native/image/pixels.hpp"
#include "native/text/lines/edge_map.hpp"
#include "native/text/lines/line_groups.hpp"
#include "native/text/lines/strokes.hpp"

namespace native {
namespace {

// In sampled pixels. A stem's two sides are 2 to 6 apart at one of the distances below.
constexpr int kLeastWidth = 4;
constexpr int kLeastGiantHeight = 20;
constexpr int kSlimmest = 20;  // the height is at most that many times the width: no scroll bar

// Returns every `distance`-th pixel of every `distance`-th row.
Frame sampled(const Frame& frame, int distance) {
  Frame small;
  small.width = (frame.width + distance - 1) / distance;
  small.height = (frame.height + distance - 1) / distance;
  small.stride = static_cast<std::size_t>(small.width) * 4;
  small.pixels.resize(small.stride * static_cast<std::size_t>(small.height));
  std::uint8_t* to = small.pixels.data();
  for (int y = 0; y < frame.height; y += distance)
    for (int x = 0; x < frame.width; x += distance, to += 4)
      std::memcpy(to, row_of(frame, y) + static_cast<std::size_t>(x) * 4, 4);
  return small;
}

// Clears the edges of a rectangle of the picture.
void clear(EdgeMap& edges, const Rect& rect, int distance) {
  const int left = std::max(rect.x / distance - 1, 0);
  const int right = std::min((rect.x + rect.width) / distance + 1, edges.width);
  const int end = std::min((rect.y + rect.height) / distance + 1, edges.height);
  for (int y = std::max(rect.y / distance - 1, 0); y < end; ++y)
    for (int x = left; x < right; ++x) edges.row(y)[x / 64] &= ~(std::uint64_t{1} << (x % 64));
}

bool alike(const std::uint8_t* a, const std::uint8_t* b) {
  constexpr int kStep = 16;
  for (int i = 0; i < 3; ++i)
    if (std::abs(a[i] - b[i]) >= kStep) return false;
  return true;
}

// Returns whether the same colour is on both sides, as around letters but seldom around scroll bars
// and the panels of windows.
bool is_surrounded(const Frame& small, const Rect& rect) {
  const int left = std::max(rect.x - 1, 0);
  const int right = std::min(rect.x + rect.width + 1, small.width - 1);
  int same = 0;
  for (int quarter = 1; quarter <= 3; ++quarter) {
    const std::uint8_t* row = row_of(small, rect.y + rect.height * quarter / 4);
    same +=
        alike(row + static_cast<std::size_t>(left) * 4, row + static_cast<std::size_t>(right) * 4);
  }
  return same >= 2;
}

bool may_be_a_stem(const Frame& small, const Rect& rect) {
  return rect.width >= kLeastWidth && rect.height >= kLeastGiantHeight &&
         rect.height <= kSlimmest * rect.width && is_surrounded(small, rect);
}

void find(const Frame& frame, const std::vector<Rect>& known, int distance,
          std::vector<Rect>& result) {
  const Frame small = sampled(frame, distance);
  EdgeMap edges = edge_map(small);
  for (const Rect& rect : known) clear(edges, rect, distance);
  std::vector<Rect> stems = find_strokes(edges);
  std::erase_if(stems, [&](const Rect& rect) { return !may_be_a_stem(small, rect); });
  for (const Rect& rect : group_to_lines(stems, small.height)) {
    // What was between two samples belongs to it.
    const Rect whole{(rect.x - 1) * distance, (rect.y - 1) * distance, (rect.width + 2) * distance,
                     (rect.height + 2) * distance};
    result.push_back(intersection(whole, {0, 0, frame.width, frame.height}));
  }
}

}  // namespace

std::vector<Rect> find_giant_text(const Frame& frame, const std::vector<Rect>& known) {
  std::vector<Rect> result;
  for (const int distance : {4, 8, 16}) find(frame, known, distance, result);
  return result;
}

}  // namespace native

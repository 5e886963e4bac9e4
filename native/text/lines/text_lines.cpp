#include "native/text/lines/text_lines.hpp"

#include <algorithm>
#include <tuple>

#include "native/image/pixels.hpp"
#include "native/text/lines/edge_map.hpp"
#include "native/text/lines/giant_text.hpp"
#include "native/text/lines/line_groups.hpp"
#include "native/text/lines/row_split.hpp"
#include "native/text/lines/strokes.hpp"

namespace native {
namespace {

// In pixels. Stems of letters are shorter, up to 90 pt; what is higher than a line is a block.
constexpr int kLongestStem = 96;
constexpr int kTallestLine = 110;
constexpr int kLeastHeight = 4;  // small letters of 6 pt
constexpr int kLeastWidth = 2;
constexpr int kSingleEdge = 2;
constexpr int kLeastSide = 8;
// Rectangles lower than this are one line at most.
constexpr int kLeastToSplit = 16;

// With more strokes, a picture is no text, and grouping them would take too long.
std::size_t most_strokes(const Frame& frame) {
  const auto area = static_cast<std::size_t>(frame.width) * static_cast<std::size_t>(frame.height);
  return 20'000 + area / 256;
}
constexpr std::size_t kMaxLines = 10'000;

std::vector<Rect> split_tall(const EdgeMap& edges, const std::vector<Rect>& rects) {
  std::vector<Rect> result;
  for (const Rect& rect : rects) {
    if (rect.height < kLeastToSplit) {
      result.push_back(rect);
      continue;
    }
    const std::vector<Rect> parts = split_rows(edges, rect);
    result.insert(result.end(), parts.begin(), parts.end());
  }
  return result;
}

Rect with_margin(const Rect& rect, const Frame& frame) {
  const int across = std::clamp(rect.height / 5, 3, kTallestLine / 5);
  const int down = std::clamp(rect.height / 10, 2, kTallestLine / 10);
  return intersection(
      {rect.x - across, rect.y - down, rect.width + 2 * across, rect.height + 2 * down},
      {0, 0, frame.width, frame.height});
}

// Returns the blocks of giant text and removes the parts of their letters from `rects`.
std::vector<Rect> take_giant_text(const Frame& frame, std::vector<Rect>& rects) {
  constexpr int kOrdinary = 48;  // pixels, the height of a line of ordinary text
  std::vector<Rect> ordinary = rects;
  std::erase_if(ordinary, [](const Rect& rect) { return rect.height > kOrdinary; });
  std::vector<Rect> giant = find_giant_text(frame, ordinary);
  for (Rect& block : giant)
    std::erase_if(rects, [&](const Rect& rect) {
      if (rect.height <= kOrdinary || intersection(rect, block).empty()) return false;
      block = bounding(block, rect);
      return true;
    });
  return giant;
}

// Blocks keep out the lines that they overlap. Of two blocks that overlap, both are read.
void exclude_lines(std::vector<TextLine>& lines) {
  for (TextLine& block : lines) {
    if (!block.block) continue;
    for (const TextLine& line : lines) {
      if (line.block) continue;
      const Rect common = intersection(line.bounds, block.bounds);
      if (!common.empty()) block.excluded.push_back(common);
    }
  }
}

std::vector<TextLine> whole(const Frame& frame) {
  return {{{0, 0, frame.width, frame.height}, true, {}}};
}

}  // namespace

std::vector<TextLine> find_text_lines(const Frame& frame, const std::vector<Rect>& filled) {
  require_pixels(frame);
  EdgeMap edges = edge_map(frame);
  for (const Rect& each : filled) clear_sides(edges, each);
  clear_long_columns(edges, kLongestStem);
  std::vector<Rect> strokes = find_strokes(edges);
  // The side of a box is one edge; each stroke of a letter has two.
  std::erase_if(strokes, [](const Rect& rect) {
    return rect.width <= kSingleEdge && rect.height >= kLeastSide;
  });
  if (strokes.size() > most_strokes(frame)) return whole(frame);
  std::vector<Rect> rects =
      split_tall(edges, group_to_lines(split_tall(edges, strokes), frame.height));
  std::erase_if(rects, [](const Rect& rect) {
    return rect.height < kLeastHeight || rect.width < kLeastWidth;
  });
  const std::vector<Rect> giant = take_giant_text(frame, rects);
  std::vector<TextLine> lines;
  for (const Rect& rect : rects)
    lines.push_back({with_margin(rect, frame), rect.height > kTallestLine, {}});
  for (const Rect& rect : giant) lines.push_back({with_margin(rect, frame), true, {}});
  if (lines.size() > kMaxLines) return whole(frame);
  std::sort(lines.begin(), lines.end(), [](const TextLine& a, const TextLine& b) {
    return std::tie(a.bounds.y, a.bounds.x) < std::tie(b.bounds.y, b.bounds.x);
  });
  exclude_lines(lines);
  return lines;
}

}  // namespace native

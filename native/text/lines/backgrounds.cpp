#include "native/text/lines/backgrounds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

#include "native/text/lines/rounded_blocks.hpp"

namespace native {
namespace {

// Pixels of a line's height: of letters that are cut through, the rest has any shape.
constexpr int kWhole = 12;

bool differ(const std::uint8_t* a, const std::uint8_t* b) {
  constexpr int kStep = 16;
  for (int i = 0; i < 3; ++i)
    if (std::abs(a[i] - b[i]) >= kStep) return true;
  return false;
}

// Returns where the background changes: columns in which most pixels differ from their left
// neighbours (a selection of the next line may reach into this one); with both ends. Ranges
// narrower than a third of the height (strokes) are no background.
std::vector<int> ranges_of_background(const Frame& frame, const Rect& part) {
  // A selection may end at the letters; the margin around them is not part of it.
  const int margin = std::min(std::max(2, part.height / 8), (part.height - 1) / 2);
  const int rows = part.height - 2 * margin;
  std::vector<int> ends{0};
  int strength = 0;  // of the last end
  for (int x = 1; x < part.width; ++x) {
    int different = 0;
    for (int y = margin; y < part.height - margin; ++y) {
      const std::uint8_t* pixel = pixel_of(frame, part.x + x, part.y + y);
      different += differ(pixel, pixel - 4);
    }
    if (different * 10 < rows * 7) continue;
    if (x - ends.back() > part.height / 3)
      ends.push_back(x);
    else if (ends.size() > 1 && different > strength)
      ends.back() = x;  // the one before was that of a letter
    else
      continue;
    strength = different;
  }
  if (ends.size() > 1 && part.width - ends.back() <= part.height / 3) ends.pop_back();
  ends.push_back(part.width);
  return ends;
}

// Returns whether what has a colour of its own is as wide as all of it near its upper or its lower
// end, and nearly as high at both sides, as a selection and a cursor are. A bold letter, which has
// more ink than ground, is round or open somewhere.
bool is_block(const Frame& frame, const Background& own, const Colour& around) {
  const auto is_own = [&](int x, int y) {
    const std::uint8_t* pixel = pixel_of(frame, x, y);
    return distance(pixel, own.colour) < distance(pixel, around);
  };
  Rect whole;
  for (int y = own.columns.y; y < own.columns.y + own.columns.height; ++y)
    for (int x = own.columns.x; x < own.columns.x + own.columns.width; ++x)
      if (is_own(x, y)) whole = whole.empty() ? Rect{x, y, 1, 1} : bounding(whole, {x, y, 1, 1});
  // Returns how much of a row or column has the colour, in percent.
  const auto filled = [&](const Rect& line) {
    int pixels = 0;
    for (int y = line.y; y < line.y + line.height; ++y)
      for (int x = line.x; x < line.x + line.width; ++x) pixels += is_own(x, y);
    return pixels * 100 / std::max(1, line.width * line.height);
  };
  // Not at the very ends: corners may be round.
  const int right = whole.x + whole.width - 1, bottom = whole.y + whole.height - 1;
  const int down = std::min(1 + whole.height / 32, whole.height / 2);
  const int aside = std::min(1, whole.width / 2);
  const auto row = [&](int y) { return filled({whole.x, y, whole.width, 1}); };
  const auto column = [&](int x) { return filled({x, whole.y, 1, whole.height}); };
  constexpr int kEnd = 90, kSides = 80;
  return std::max(row(whole.y + down), row(bottom - down)) >= kEnd &&
         std::min(column(whole.x + aside), column(right - aside)) >= kSides;
}

// Adds a background, or joins it with the one before where both are alike.
void add_background(std::vector<Background>& all, const Background& next) {
  if (!all.empty() && alike(all.back().colour, next.colour))
    all.back().columns.width += next.columns.width;
  else
    all.push_back(next);
}

// Joins the ranges on both sides of letters, whose edges look like those of a background, and bold
// letters with what is before them.
std::vector<Background> between_straight_edges(const Frame& frame, const Rect& part) {
  const Background around{part, frequent_colour(frame, part)};
  const std::vector<int> ends = ranges_of_background(frame, part);
  if (ends.size() == 2) return {around};
  std::vector<Background> ranges, found;
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const Rect columns{part.x + ends[i], part.y, ends[i + 1] - ends[i], part.height};
    add_background(ranges, {columns, frequent_colour(frame, columns)});
  }
  constexpr int kLetters = 3;  // heights: more letters have more ground than ink
  for (const Background& each : ranges) {
    const Colour before = found.empty() ? around.colour : found.back().colour;
    const bool letters = part.height >= kWhole && each.columns.width <= kLetters * part.height &&
                         !alike(each.colour, before) && !is_block(frame, each, before);
    add_background(found, {each.columns, letters ? before : each.colour});
  }
  return found;
}

// Lays a block over the others, but not over one that stands within it, such as a cursor. What is
// left of one beside it may be no more than its own edge.
void lay_over(const Frame& frame, std::vector<Background>& all, const Background& block) {
  const int block_begin = block.columns.x, block_end = right(block.columns);
  std::vector<Background> result;
  const auto add = [&](Background each, int begin, int end) {
    if (begin >= end) return;
    const bool is_cut = end - begin < each.columns.width;
    each.columns.x = begin;
    each.columns.width = end - begin;
    if (is_cut && each.columns.width <= each.columns.height / 3)
      each.colour = frequent_colour(frame, each.columns);
    result.push_back(each);
  };
  int done = block_begin;
  for (const Background& each : all) {
    const int begin = each.columns.x, end = right(each.columns);
    add(each, begin, std::min(end, block_begin));
    if (begin > block_begin && end < block_end && !alike(each.colour, block.colour)) {
      add(block, done, begin);
      result.push_back(each);
      done = end;
    }
    if (end >= block_end && done < block_end) add(block, std::exchange(done, block_end), block_end);
    add(each, std::max(begin, block_end), end);
  }
  all = std::move(result);
}

// Returns whether the backgrounds have other colours than a block where it is.
bool are_unlike(const std::vector<Background>& all, const RoundedBlock& block) {
  return std::any_of(all.begin(), all.end(), [&](const Background& each) {
    return each.columns.x < right(block.columns) && right(each.columns) > block.columns.x &&
           !alike(each.colour, block.colour);
  });
}

}  // namespace

std::vector<Background> backgrounds_of(const Frame& frame, const Rect& part) {
  std::vector<Background> found = between_straight_edges(frame, part);
  if (part.height < kWhole) return found;
  const std::vector<RoundedBlock> blocks = find_rounded_blocks(frame, part);
  if (std::none_of(blocks.begin(), blocks.end(),
                   [&](const RoundedBlock& each) { return are_unlike(found, each); }))
    return found;
  for (const RoundedBlock& each : blocks)
    lay_over(frame, found, {each.columns, each.colour, each.round_left, each.round_right});
  return found;
}

}  // namespace native

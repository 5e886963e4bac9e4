#include "native/text/lines/rounded_blocks.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace native {
namespace {

// Pixels of a row that have one colour.
struct Stretch {
  int begin = 0;
  int end = 0;
  Colour colour;

  int length() const { return end - begin; }
};

int shared(const Stretch& one, const Stretch& other) {
  return std::min(one.end, other.end) - std::max(one.begin, other.begin);
}

// Takes a stretch of a row that is further away from the letters than those that are known. Where
// it goes on with them, the longer ones count. What reaches over a block, or is the edge of one, is
// left out.
void take(std::vector<Stretch>& known, const Stretch& stretch) {
  const auto counts = [&](const Stretch& each) {
    return shared(each, stretch) <= 0 ||
           (alike(each.colour, stretch.colour) && each.length() < stretch.length());
  };
  if (!std::all_of(known.begin(), known.end(), counts)) return;
  std::erase_if(known, [&](const Stretch& each) { return shared(each, stretch) > 0; });
  known.push_back(stretch);
}

// Adds the stretches of a row that are longer than the bars of letters.
void take_row(std::vector<Stretch>& known, const Frame& frame, const Rect& part, int y) {
  const int least = part.height + part.height / 2;
  Stretch stretch{part.x, part.x, colour_of(pixel_of(frame, part.x, y))};
  const int end = part.x + part.width;
  for (int x = part.x; x <= end; ++x) {
    if (x < end && alike(colour_of(pixel_of(frame, x, y)), stretch.colour)) continue;
    stretch.end = x;
    if (stretch.length() >= least) take(known, stretch);
    if (x < end) stretch = {x, x, colour_of(pixel_of(frame, x, y))};
  }
}

// Returns the block between a stretch above the letters and one below them.
std::optional<RoundedBlock> block_between(const Frame& frame, const Rect& part,
                                          const Stretch& above, const Stretch& below) {
  const int longer = std::max(above.length(), below.length());
  if (!alike(above.colour, below.colour) || shared(above, below) * 5 < longer * 4)
    return std::nullopt;
  const int begin = std::min(above.begin, below.begin), end = std::max(above.end, below.end);
  // A frame around letters has their ground within.
  const Colour within = frequent_colour(frame, {begin, part.y, end - begin, part.height});
  if (!alike(within, above.colour)) return std::nullopt;
  Stretch reach{begin, end, within};
  const int middle = part.y + part.height / 2;
  const int most = part.height / 2;
  const auto has_colour = [&](int x) {
    return alike(colour_of(pixel_of(frame, x, middle)), within);
  };
  // Half way up a round end goes on, or what is beside it comes in; a letter may stand there, too.
  const auto is_round = [&](int inside, int outside) {
    if (outside < part.x || outside >= part.x + part.width) return false;
    return has_colour(outside) ||
           (!has_colour(inside) && alike(colour_of(pixel_of(frame, inside, middle)),
                                         colour_of(pixel_of(frame, outside, middle))));
  };
  const bool left = is_round(begin, begin - 1), right = is_round(end - 1, end);
  while (reach.begin > std::max(part.x, begin - most) && has_colour(reach.begin - 1)) --reach.begin;
  while (reach.end < std::min(part.x + part.width, end + most) && has_colour(reach.end))
    ++reach.end;
  // The edge of a round end is a mixture.
  if (left) reach.begin = std::max(part.x, reach.begin - 1);
  if (right) reach.end = std::min(part.x + part.width, reach.end + 1);
  return RoundedBlock{{reach.begin, part.y, reach.length(), part.height}, within, left, right};
}

}  // namespace

std::vector<RoundedBlock> find_rounded_blocks(const Frame& frame, const Rect& part) {
  std::vector<Stretch> above, below;
  // From the letters outwards.
  for (int i = part.height / 3 - 1; i >= 0; --i) {
    take_row(above, frame, part, part.y + i);
    take_row(below, frame, part, part.y + part.height - 1 - i);
  }
  std::vector<RoundedBlock> found;
  for (const Stretch& upper : above)
    for (const Stretch& lower : below)
      if (const auto block = block_between(frame, part, upper, lower)) found.push_back(*block);
  std::sort(found.begin(), found.end(), [](const RoundedBlock& one, const RoundedBlock& other) {
    return one.columns.x < other.columns.x;
  });
  return found;
}

}  // namespace native

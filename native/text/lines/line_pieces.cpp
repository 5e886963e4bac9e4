#include "native/text/lines/line_pieces.hpp"

#include <algorithm>

#include "native/text/lines/line_ink.hpp"

namespace native {
namespace {

// Heights of a line. Reading shorter pieces takes more time altogether, and the engine needs some
// words to tell letters from noise.
constexpr int kLongest = 16;

// Returns how many pieces of about the same width there should be. An even number, because there
// are at least two helpers on most machines.
int count_of(const Rect& bounds) {
  const int longest = kLongest * bounds.height;
  if (bounds.width <= longest) return 1;
  return 2 * ((bounds.width + 2 * longest - 1) / (2 * longest));
}

}  // namespace

std::vector<TextLine> pieces_of(const Frame& frame, const TextLine& line) {
  const Rect& bounds = line.bounds;
  const int count = line.block ? 1 : count_of(bounds);
  if (count == 1) return {line};
  const LineInk ink(frame, line);
  const int width = bounds.width / count;
  const int least = ink.blank(bounds.height);
  std::vector<TextLine> pieces;
  int begin = bounds.x;
  const auto add = [&](int end) {
    pieces.push_back({{begin, bounds.y, end - begin, bounds.height}, false, {}});
    begin = end;
  };
  for (int i = 1; i < count; ++i) {
    const int wanted = bounds.x + i * width;
    const Columns gap = ink.widest_gap({wanted - width / 3, wanted + width / 3});
    if (gap.width() >= least) add((gap.begin + gap.end) / 2);
  }
  add(bounds.x + bounds.width);
  return pieces;
}

}  // namespace native

#include "native/text/word_gaps.hpp"

#include <algorithm>

#include "native/text/lines/line_ink.hpp"

namespace native {
namespace {

int right(const Rect& rect) { return rect.x + rect.width; }

void join(Word& left, const Word& after) {
  left.bounds.width = std::max(left.bounds.width, after.bounds.x - left.bounds.x);
}

void add_underscores(const LineInk& ink, int height, std::vector<Word>& words) {
  const int tolerance = height / 4;
  const std::vector<Columns> underscores = ink.underscores();
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    Word& left = words[i];
    const Word& after = words[i + 1];
    for (const Columns& stroke : underscores) {
      const int middle = (stroke.begin + stroke.end) / 2;
      const bool between = middle >= right(left.bounds) && middle < after.bounds.x;
      if (!between || stroke.begin - right(left.bounds) > tolerance ||
          after.bounds.x - stroke.end > tolerance)
        continue;
      if (!left.text.ends_with('_') && !after.text.starts_with('_')) left.text += '_';
      join(left, after);
      break;
    }
  }
}

double width_of_character(const std::vector<Word>& words) {
  int width = 0, characters = 0;
  for (const Word& word : words) {
    width += word.bounds.width;
    characters += static_cast<int>(std::count_if(word.text.begin(), word.text.end(),
                                                 [](char c) { return (c & 0xC0) != 0x80; }));
  }
  return static_cast<double>(width) / std::max(1, characters);
}

// Returns the width of the gap behind each word but the last one. The engine's bounds are where to
// look, no more.
std::vector<int> gaps_of(const LineInk& ink, int height, const std::vector<Word>& words) {
  const int around = height / 3;
  std::vector<int> gaps;
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    gaps.push_back(
        ink.widest_gap({right(words[i].bounds) - around, words[i + 1].bounds.x + around}).width());
  return gaps;
}

// Returns the greatest width of a gap that is no blank. Where characters are of one width, a blank
// is wider than they are, and gaps around hyphens and dots are nearly as wide as the blanks of
// other fonts.
double widest_joint(const std::vector<int>& gaps, double character) {
  const bool one_width = std::any_of(gaps.begin(), gaps.end(), [&](int gap) {
    return gap >= character && gap <= 1.6 * character;
  });
  return (one_width ? 0.5 : 0.35) * character;
}

void join_split(const LineInk& ink, int height, std::vector<Word>& words) {
  const std::vector<int> gaps = gaps_of(ink, height, words);
  const double joint = widest_joint(gaps, width_of_character(words));
  for (std::size_t i = 0; i < gaps.size(); ++i)
    if (gaps[i] <= joint) join(words[i], words[i + 1]);
}

}  // namespace

void close_gaps(const Frame& frame, const TextLine& line, std::vector<Word>& words) {
  if (line.block || words.size() < 2) return;
  const LineInk ink(frame, line);
  add_underscores(ink, line.bounds.height, words);
  join_split(ink, line.bounds.height, words);
}

}  // namespace native

#include "native/text/word_gaps.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "native/image/pixels.hpp"
#include "native/text/lines/line_ink.hpp"

namespace native {
namespace {

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

// Returns whether characters are of one width: a blank is wider than they are.
bool has_one_width(const std::vector<int>& gaps, double character) {
  return std::any_of(gaps.begin(), gaps.end(),
                     [&](int gap) { return gap >= character && gap <= 1.6 * character; });
}

// Returns the greatest width of a gap that is no blank. Where characters are of one width, gaps
// around hyphens and dots are nearly as wide as the blanks of other fonts.
double widest_joint(const std::vector<int>& gaps, double character) {
  return (has_one_width(gaps, character) ? 0.5 : 0.35) * character;
}

void join_split(const LineInk& ink, int height, std::vector<Word>& words) {
  const std::vector<int> gaps = gaps_of(ink, height, words);
  const double joint = widest_joint(gaps, width_of_character(words));
  for (std::size_t i = 0; i < gaps.size(); ++i)
    if (gaps[i] <= joint) join(words[i], words[i + 1]);
}

bool is_alike(const Frame& frame, int x, int y, int other_x, int other_y) {
  constexpr int kStep = 16;  // of one of the three colours, 0 to 255
  const std::uint8_t* one = row_of(frame, y) + static_cast<std::size_t>(x) * 4;
  const std::uint8_t* other = row_of(frame, other_y) + static_cast<std::size_t>(other_x) * 4;
  for (int i = 0; i < 3; ++i)
    if (std::abs(one[i] - other[i]) >= kStep) return false;
  return true;
}

// Returns whether a line of few pixels runs through the lower half of these columns.
bool is_underlined(const Frame& frame, const Rect& line, const Columns& columns) {
  constexpr int kMostRows = 3;
  const int middle = (columns.begin + columns.end) / 2;
  const int end = std::min(line.y + line.height, frame.height - 1);
  const auto runs_through = [&](int y) {
    for (int x = columns.begin; x < columns.end; ++x)
      if (!is_alike(frame, x, y, columns.begin, y)) return false;
    return true;
  };
  for (int y = line.y + line.height / 2; y < end; ++y) {
    if (is_alike(frame, middle, y, middle, y - 1) || !runs_through(y)) continue;
    for (int below = y + 1; below <= std::min(y + kMostRows, frame.height - 1); ++below)
      if (is_alike(frame, middle, below, middle, y - 1)) return true;
  }
  return false;
}

// Returns whether a gap has the width of an underscore: where characters are of one width, that of
// a blank, and otherwise more than the others.
bool fits_underscore(const std::vector<int>& gaps, std::size_t gap, double character) {
  constexpr double kWider = 1.2;
  std::vector<int> others = gaps;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(gap));
  if (others.size() < 2 || has_one_width(gaps, character)) return true;
  std::sort(others.begin(), others.end());
  return gaps[gap] >= kWider * others[(others.size() - 1) / 2];
}

// Returns whether it may be the beginning of an address, behind punctuation.
bool may_begin_address(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of("<([{\"':;,"), word.size()));
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
  });
}

// An underline hides the underscores of the words above it: in addresses, those are likely.
void join_underlined_addresses(const Frame& frame, const LineInk& ink, const Rect& line,
                               std::vector<Word>& words) {
  const std::vector<int> gaps = gaps_of(ink, line.height, words);
  const double character = width_of_character(words);
  for (std::size_t i = 0; i < gaps.size(); ++i) {
    const std::size_t at = words[i + 1].text.find('@');
    if (at == 0 || at == std::string::npos || !may_begin_address(words[i].text)) continue;
    const Columns around{std::max(right(words[i].bounds) - line.height / 2, 0),
                         std::min(words[i + 1].bounds.x + line.height / 2, frame.width)};
    if (fits_underscore(gaps, i, character) && is_underlined(frame, line, around))
      join(words[i], words[i + 1]);
  }
}

}  // namespace

void close_gaps(const Frame& frame, const TextLine& line, std::vector<Word>& words) {
  if (line.block || words.size() < 2) return;
  const LineInk ink(frame, line);
  add_underscores(ink, line.bounds.height, words);
  join_underlined_addresses(frame, ink, line.bounds, words);
  join_split(ink, line.bounds.height, words);
}

}  // namespace native

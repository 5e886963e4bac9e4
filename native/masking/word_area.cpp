#include "native/masking/word_area.hpp"

#include <algorithm>

#include "native/text/lines/line_ink.hpp"

namespace native {
namespace {

// How much more is filled than was seen, because the edges of letters are faint: pixels.
constexpr int kWordMargin = 2;
constexpr int kRowsPart = 10;   // of the line's height, above and below
constexpr int kMarginPart = 3;  // of a word's height, in a block

// Finds where words end, in a line of that height.
class WordEnds {
 public:
  WordEnds(const Frame& frame, const TextLine& line)
      : ink_(frame, line), line_{line.bounds.x, right(line.bounds)}, height_(line.bounds.height) {}

  Columns between(const Rect& first, const Rect& last, const Rect* before,
                  const Rect* behind) const {
    const Columns seen{first.x, right(last)};
    const Columns followed =
        ink_.followed(seen, std::max(3, height_ / 4), (before || behind ? 1 : 2) * height_);
    Columns result = followed;
    result.begin -= kWordMargin;
    result.end += kWordMargin;
    if (before) result.begin = middle_of_gap(*before, first, followed.begin);
    if (behind) result.end = middle_of_gap(last, *behind, followed.end);
    // Little is left in the line: a part of a letter rather than a word that was not read.
    if (!before && seen.begin - line_.begin < 2 * height_) result.begin = line_.begin;
    if (!behind && line_.end - seen.end < 2 * height_) result.end = line_.end;
    return {std::min(result.begin, seen.begin), std::max(result.end, seen.end)};
  }

 private:
  // Returns a column within the widest gap between two words; the other one without a gap.
  int middle_of_gap(const Rect& left, const Rect& after, int otherwise) const {
    const int into_left = std::min(height_, left.width / 2);
    const int into_after = std::min(height_, after.width / 2);
    const Columns gap = ink_.widest_gap({right(left) - into_left, after.x + into_after});
    return gap.width() < kWordMargin ? otherwise : (gap.begin + gap.end) / 2;
  }

  LineInk ink_;
  Columns line_;
  int height_;
};

}  // namespace

Rect area_of_words(const Frame& frame, const TextLine& line, const std::vector<Word>& words,
                   std::size_t first, std::size_t last) {
  const Columns columns = WordEnds(frame, line)
                              .between(words[first].bounds, words[last].bounds,
                                       first > 0 ? &words[first - 1].bounds : nullptr,
                                       last + 1 < words.size() ? &words[last + 1].bounds : nullptr);
  // The lower end of an underscore may lie below the line.
  const int rows = std::max(1, line.bounds.height / kRowsPart);
  return {columns.begin - line.bounds.x, -rows, columns.width(), line.bounds.height + 2 * rows};
}

Rect area_of_word(const TextLine& block, const Word& word) {
  const int margin = std::max(kWordMargin, word.bounds.height / kMarginPart);
  return {word.bounds.x - block.bounds.x - margin, word.bounds.y - block.bounds.y - kWordMargin,
          word.bounds.width + 2 * margin, word.bounds.height + 2 * kWordMargin};
}

}  // namespace native

#pragma once

#include <cstddef>
#include <vector>

#include "native/text/lines/text_lines.hpp"
#include "native/text/word.hpp"

namespace native {

// Returns what to fill so that nothing shows of the words [first, last] of a line: its full height,
// from the gap before them to the gap behind them, as if the line stood at 0, 0. The bounds of
// words are where to look, no more: the engine may leave out a letter or two. `words` are those of
// the line, from left to right.
Rect area_of_words(const Frame& frame, const TextLine& line, const std::vector<Word>& words,
                   std::size_t first, std::size_t last);

// The same for one word of a block.
Rect area_of_word(const TextLine& block, const Word& word);

}  // namespace native

#pragma once

#include <vector>

#include "native/text/lines/text_lines.hpp"
#include "native/text/word.hpp"

namespace native {

// Corrects by the pixels of a line what stands between its words, from left to right: where the
// reading saw a blank and there is none, or an underscore, both become parts of one word, with
// nothing between their bounds. Adds such underscores. A word before an e-mail address whose gap an
// underline may have filled has nothing between their bounds either.
void close_gaps(const Frame& frame, const TextLine& line, std::vector<Word>& words);

}  // namespace native

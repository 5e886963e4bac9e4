#pragma once

#include <vector>

#include "native/text/lines/text_lines.hpp"

namespace native {

// Returns the pieces of a long line, from left to right, which can be read at the same time; of any
// other line or block the whole. Cuts only where a blank is about as wide as between words.
std::vector<TextLine> pieces_of(const Frame& frame, const TextLine& line);

}  // namespace native

#pragma once

#include <vector>

#include "native/text/lines/text_lines.hpp"

namespace native {

// Returns the parts of a line that excluded windows cut through: all words that reach to where one
// was filled, because what is left of them may be a part of a secret, and the numbers beside that
// may go on under it. In full height. `filled` is what was filled, `numbers` are the line's numbers
// or groups of them. All in the picture's pixels.
std::vector<Rect> cut_parts(const Frame& frame, const TextLine& line,
                            const std::vector<Rect>& filled, const std::vector<Rect>& numbers);

}  // namespace native

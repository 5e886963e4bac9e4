#pragma once

#include <vector>

#include "native/desktop/records.hpp"
#include "native/text/lines/colour.hpp"

namespace native {

// Columns of a line that have one colour above and below their letters, and mostly between them: a
// label with round ends, or what stands beside one.
struct RoundedBlock {
  Rect columns;  // as far as it reaches anywhere
  Colour colour;
  bool round_left;  // its end there is no straight edge
  bool round_right;
};

// Returns them from left to right. The ground of a line of which nothing stands apart is one, too.
std::vector<RoundedBlock> find_rounded_blocks(const Frame& frame, const Rect& part);

}  // namespace native

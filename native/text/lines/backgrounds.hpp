#pragma once

#include <vector>

#include "native/desktop/records.hpp"
#include "native/text/lines/colour.hpp"

namespace native {

// Some columns of a line of text, and the colour on which the text stands there.
struct Background {
  Rect columns;
  Colour colour;
  bool round_left = false;  // its end is round, so that the corners there show what is beside it
  bool round_right = false;
};

// Returns the backgrounds of a line, from left to right, each unlike the one before: that of the
// line, of selections, of a block cursor, of labels with round ends. There is at least one.
std::vector<Background> backgrounds_of(const Frame& frame, const Rect& part);

}  // namespace native

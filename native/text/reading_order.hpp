#pragma once

#include <vector>

#include "native/text/word.hpp"

namespace native {

// Sorts words from top to bottom and left to right, and renumbers the lines. The lines that come in
// are the recognizer's pieces, in no particular order. Pieces of one row that are close together
// become one line; those far apart (two columns, a menu bar) stay separate lines.
void put_in_reading_order(std::vector<Word>& words);

}  // namespace native

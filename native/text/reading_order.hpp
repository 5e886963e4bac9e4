#pragma once

#include <vector>

#include "native/text/recognizer.hpp"

namespace native {

// Sorts words from top to bottom and from left to right, and numbers the lines anew. The lines that
// come in are the recognizer's pieces, in no particular order; pieces of one row that stand close
// together become one line, those far apart (two columns, a menu bar) stay lines of their own.
void put_in_reading_order(std::vector<Word>& words);

}  // namespace native

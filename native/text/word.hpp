#pragma once

#include <string>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// A word found in a picture. `bounds` is in the picture's own pixels, `confidence` 0 to 100. Words
// of one line have the same `line` (1-based, in reading order).
struct Word {
  Rect bounds;
  int confidence = 0;
  int line = 0;
  std::string text;  // UTF-8, without white space
};

// Returns the words as text: one space between words, a line break between lines, none at the end.
// Leaves out words below `least_confidence`.
std::string join_words(const std::vector<Word>& words, int least_confidence = 0);

}  // namespace native

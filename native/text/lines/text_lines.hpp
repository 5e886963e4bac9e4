#pragma once

#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// A part of a picture that may hold text: one line of it, or a block in which no lines were found
// (a photograph, giant letters). All in the picture's pixels.
struct TextLine {
  Rect bounds;  // with a little margin
  bool block = false;
  std::vector<Rect> excluded;  // lines within a block, which are parts of their own

  bool operator==(const TextLine&) const = default;
};

// Returns the parts of the picture that may hold text, from top to bottom, then from left to right.
// All text of 8 to 40 pt lies in one of them; columns, menu items and table cells are apart.
// Depends only on what is around: text that moves by whole pixels has its lines moved alike. Takes
// about 3 ms for a 1080p screen; a picture of too many parts becomes one block. Thread safe.
// `filled` are areas that were filled with one colour, whose sides are no strokes.
// "INVALID_ARGUMENT" for a picture without pixels.
std::vector<TextLine> find_text_lines(const Frame& frame, const std::vector<Rect>& filled = {});

}  // namespace native

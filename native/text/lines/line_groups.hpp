#pragma once

#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// Joins strokes (see strokes.hpp) to the rectangles of lines: neighbours of about one height, then
// dots, accents and punctuation, which are smaller. `rows`: the height of the picture, whose edges
// may cut letters off. Depends on each stroke's neighbours only, not on the order of `strokes`.
std::vector<Rect> group_to_lines(const std::vector<Rect>& strokes, int rows);

}  // namespace native

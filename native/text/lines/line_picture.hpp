#pragma once

#include <cstdint>

#include "native/desktop/records.hpp"

namespace native {

// Writes a part of a picture as dark text on white, one byte for each pixel without padding: each
// pixel becomes its distance from the background around it, stretched so that text is black. Parts
// with a background of their own (selected text, a block cursor) are handled one by one;
// underlines are left out. `part` must lie within the picture; `gray` has room for its pixels.
void draw_dark_on_white(const Frame& frame, const Rect& part, std::uint8_t* gray);

}  // namespace native

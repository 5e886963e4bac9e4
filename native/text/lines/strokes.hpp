#pragma once

#include <vector>

#include "native/text/lines/edge_map.hpp"

namespace native {

// Returns the rectangles around edges that are connected, where edges of a row count as connected
// up to 6 pixels apart: about the words of small text and the letters of large text, besides icons
// and pictures. Ordered by their uppermost edge, then from left to right.
std::vector<Rect> find_strokes(const EdgeMap& edges);

}  // namespace native

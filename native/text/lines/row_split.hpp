#pragma once

#include <vector>

#include "native/text/lines/edge_map.hpp"

namespace native {

// Cuts a rectangle where a row with few edges lies between rows with many: lines of text that touch
// each other. Returns the parts from top to bottom, each reduced to its edges; one part when it is
// one line, none when it holds no edge.
std::vector<Rect> split_rows(const EdgeMap& edges, const Rect& rect);

}  // namespace native

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// One bit for each pixel of a picture, row by row; bit x % 64 of word x / 64 stands for pixel x.
struct EdgeMap {
  int width = 0;
  int height = 0;
  std::size_t words = 0;  // of a row
  std::vector<std::uint64_t> bits;

  std::uint64_t* row(int y) { return bits.data() + static_cast<std::size_t>(y) * words; }
  const std::uint64_t* row(int y) const {
    return bits.data() + static_cast<std::size_t>(y) * words;
  }
};

// Marks the pixels whose colour clearly differs from their right neighbour's. The strokes of
// letters have such edges on both sides in every row; underlines, rules and the upper and lower
// sides of boxes have none but at their ends. Threads of the idle pool help.
EdgeMap edge_map(const Frame& frame);

// Clears the edges that go straight down for more than `longest` rows: the sides of windows, boxes
// and tables, which would join the lines of text beside them.
void clear_long_columns(EdgeMap& edges, int longest);

// Clears the edges at the left and right side of an area.
void clear_sides(EdgeMap& edges, const Rect& area);

// Returns how many bits are set in that part of row `y`; 0 <= left < right <= width.
int count_bits(const EdgeMap& edges, int y, int left, int right);

}  // namespace native

#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// Collects changed pixels in square cells and combines the cells to regions.
class ChangedCells {
 public:
  ChangedCells(int width, int height);

  // Side of a cell in pixels. Different threads may add the rows of different cells.
  int side() const { return side_; }
  // Adds row y. Bit x % 64 of word x / 64 is set when pixel x has changed.
  void add(int y, const std::uint64_t* bits, std::size_t words);
  // Returns at most `most` rectangles that do not overlap; see changed_regions().
  std::vector<Rect> regions(std::size_t most) &&;

 private:
  // Bounding box of a cell's changed pixels; right and bottom are exclusive.
  struct Box {
    int left = INT_MAX;
    int top = INT_MAX;
    int right = 0;
    int bottom = 0;

    bool empty() const { return right == 0; }
    void extend(const Box& by);
    bool is_near(const Box& other, int distance) const;
  };

  Box& cell(int column, int row);
  void coarsen();
  Box take_group(int column, int row);
  std::vector<Box> groups(std::size_t most);
  static void join_overlapping(std::vector<Box>& boxes);

  int side_;
  int columns_;
  int rows_;
  std::vector<Box> cells_;
};

}  // namespace native

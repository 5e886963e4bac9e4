#pragma once

#include <climits>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// Gathers changed pixels in square cells and makes regions of them.
class ChangedCells {
 public:
  ChangedCells(int width, int height);

  // Pixels a cell; rows of different cells may be added by different threads.
  int side() const { return side_; }
  // Row y: bit x % 64 of word x / 64 says whether pixel x has changed.
  void add(int y, const std::uint64_t* bits, std::size_t words);
  // At most `most` rectangles without a common pixel; see changed_regions().
  std::vector<Rect> regions(std::size_t most) &&;

 private:
  // Around the changed pixels in it; right and bottom are one behind the last.
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

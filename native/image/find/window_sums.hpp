#pragma once

#include <cstdint>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// Rolling sums (polynomials modulo 2^64) of all windows of one size in a part of a picture, one row
// of windows at a time. Equal windows have equal sums; the time does not depend on the window's
// size.
class WindowSums {
 public:
  WindowSums(const Frame& frame, const Rect& region, int width, int height);
  // Returns the sums of the windows whose upper left corners lie in the next row, from left to
  // right.
  const std::vector<std::uint64_t>& next();

 private:
  void sum_row(int y, std::vector<std::uint64_t>& sums) const;

  const Frame& frame_;
  const Rect region_;
  const int width_;
  const int height_;
  int next_;                         // the next row
  std::uint64_t leaving_pixel_ = 1;  // weight of the pixel that leaves on the left
  std::uint64_t leaving_row_ = 1;    // weight of the row that leaves at the top
  std::vector<std::uint64_t> sums_;
  std::vector<std::uint64_t> row_;
};

// Returns the sum of a whole picture, equal to that of a window with the same pixels.
std::uint64_t sum_of(const Frame& frame);

}  // namespace native

#pragma once

#include <cstdint>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// Sums (polynomials modulo 2^64) of all windows of one size in a part of a picture, a row of
// windows at a time. Equal windows have equal sums; the time does not depend on the window's size.
class WindowSums {
 public:
  WindowSums(const Frame& frame, const Rect& region, int width, int height);
  // Of the windows whose upper left corners lie in the next row, from left to right.
  const std::vector<std::uint64_t>& next();

 private:
  void sum_row(int y, std::vector<std::uint64_t>& sums) const;

  const Frame& frame_;
  const Rect region_;
  const int width_;
  const int height_;
  int next_;                         // the row to come
  std::uint64_t leaving_pixel_ = 1;  // the weight of the pixel that leaves on the left
  std::uint64_t leaving_row_ = 1;    // of the row that leaves at the top
  std::vector<std::uint64_t> sums_;
  std::vector<std::uint64_t> row_;
};

// Of a whole picture, as its window has it.
std::uint64_t sum_of(const Frame& frame);

}  // namespace native

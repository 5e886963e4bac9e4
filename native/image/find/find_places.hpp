#pragma once

#include <algorithm>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// Places of one size, found in reading order, that do not overlap.
class Places {
 public:
  Places(const Rect& region, int width, int height, std::size_t most)
      : left_(region.x),
        width_(width),
        height_(height),
        most_(most),
        taken_until_(static_cast<std::size_t>(region.width), 0),
        taken_up_to_(static_cast<std::size_t>(region.width), 0) {}

  // Returns the first column from x on where a place in row y would not overlap an earlier one,
  // judged by the last place found there; x itself when it is free.
  int free_from(int x, int y) const {
    const auto column = static_cast<std::size_t>(x - left_);
    return y < taken_until_[column] ? taken_up_to_[column] : x;
  }

  // Adds a place. Returns true once the maximum is reached.
  bool add(int x, int y) {
    found_.push_back({x, y, width_, height_});
    const int first = std::max(x - width_ + 1, left_);
    const int end = std::min(x + width_, left_ + static_cast<int>(taken_until_.size()));
    for (int column = first; column < end; ++column) {
      const auto at = static_cast<std::size_t>(column - left_);
      taken_until_[at] = y + height_;
      taken_up_to_[at] = end;
    }
    return found_.size() >= most_;
  }

  std::vector<Rect> found() { return std::move(found_); }

 private:
  int left_;
  int width_;
  int height_;
  std::size_t most_;
  std::vector<int> taken_until_;  // for each column, the first row below its last place
  std::vector<int> taken_up_to_;  // and the first column to the right of that place
  std::vector<Rect> found_;
};

}  // namespace native

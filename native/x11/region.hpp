#pragma once

#include <vector>

#include "native/desktop/records.hpp"

namespace native::x11 {

// A set of pixels as rectangles that do not overlap.
class Region {
 public:
  Region() = default;
  explicit Region(const Rect& rect);

  bool empty() const { return parts_.empty(); }
  const std::vector<Rect>& parts() const { return parts_; }
  bool meets(const Rect& rect) const;
  // A region of more than 1024 parts stops shrinking: what it says is left may then be too much, never too
  // little.
  void subtract(const Rect& rect);
  void add(const Region& other);
  void move(int x, int y);

 private:
  std::vector<Rect> parts_;
};

// The part of `whole` outside `rect`.
Region outside(const Rect& whole, const Rect& rect);

}  // namespace native::x11

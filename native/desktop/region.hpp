#pragma once

#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// A set of pixels as rectangles that do not overlap.
class Region {
 public:
  Region() = default;
  explicit Region(const Rect& rect);

  bool exact() const { return exact_; }
  bool empty() const { return parts_.empty(); }
  const std::vector<Rect>& parts() const { return parts_; }
  bool meets(const Rect& rect) const;
  // A region of more than 8192 parts stops shrinking and becomes inexact: it then contains too
  // much, never too little.
  void subtract(const Rect& rect);
  void subtract(const Region& other);
  void cut_to(const Rect& rect);
  // The result is exact when both regions are.
  void cut_to(const Region& other);
  // Adds a part that must not overlap the others.
  void add_disjoint(const Rect& rect);
  void move(int x, int y);

 private:
  std::vector<Rect> parts_;
  bool exact_ = true;
};

}  // namespace native

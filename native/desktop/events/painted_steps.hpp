#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// What was painted, step by step, for DamageTracker. Numbers are unique in this process, so that a
// mark is never mistaken for one of another object.
class PaintedSteps {
 public:
  PaintedSteps();

  void add(std::vector<Rect> painted);
  std::uint64_t mark() const { return steps_.empty() ? forgotten_ : steps_.back().number; }
  // Returns whether what was painted since a mark is not known any more.
  bool has_forgotten(std::uint64_t mark) const { return mark < forgotten_; }
  bool changed(std::uint64_t mark, const Rect& area) const;

 private:
  struct Step {
    std::uint64_t number;
    std::vector<Rect> painted;
  };

  std::deque<Step> steps_;   // newest last
  std::uint64_t forgotten_;  // painting up to this mark is no longer known
};

}  // namespace native

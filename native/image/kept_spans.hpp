#pragma once

#include <utility>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// What is left of each row of a picture without the rectangles that are ignored.
class KeptSpans {
 public:
  KeptSpans(int width, int height, const std::vector<Rect>& ignored);

  // Of row y: from the first pixel up to the one behind the last; in order, none touching another.
  using Spans = std::vector<std::pair<int, int>>;
  const Spans& of(int y) const;

 private:
  std::vector<int> tops_;     // where each group of rows begins
  std::vector<Spans> spans_;  // of each group
};

}  // namespace native

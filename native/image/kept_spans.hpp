#pragma once

#include <utility>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// The parts of each row of a picture that are outside the ignored rectangles.
class KeptSpans {
 public:
  KeptSpans(int width, int height, const std::vector<Rect>& ignored);

  // Half-open ranges of pixels in row y; in order, with gaps between them.
  using Spans = std::vector<std::pair<int, int>>;
  const Spans& of(int y) const;

 private:
  std::vector<int> tops_;     // first row of each group of equal rows
  std::vector<Spans> spans_;  // of each group
};

}  // namespace native

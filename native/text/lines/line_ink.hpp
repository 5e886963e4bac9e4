#pragma once

#include <cstdint>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/text/lines/text_lines.hpp"

namespace native {

// Columns [begin, end) of a picture.
struct Columns {
  int begin = 0;
  int end = 0;

  int width() const { return end - begin; }
};

// In which columns of a line something is drawn. Underlines do not count, nor what reaches into the
// line from above or below.
class LineInk {
 public:
  // `line` must lie within the frame.
  LineInk(const Frame& frame, const TextLine& line);

  // Returns the least width of a blank between words, in pixels, in a line of that height: this
  // one, or the one that this is a part of.
  int blank(int height) const;
  // Returns the widest columns without ink among these; the first of several, empty when there are
  // none.
  Columns widest_gap(const Columns& among) const;
  // Returns what these columns grow to when they are followed, on both sides, to the next gap of at
  // least `gap` columns, but no further than `most`.
  Columns followed(const Columns& columns, int gap, int most) const;
  // Returns the columns of each low stroke with nothing above it that is as long as an underscore.
  std::vector<Columns> underscores() const;

 private:
  bool has_ink(int x) const;

  Columns columns_;  // of the line
  int height_;
  std::vector<int> top_;     // of each column: the first row with ink; the height without any
  std::vector<int> bottom_;  // the row behind the last one; 0 without any
};

}  // namespace native

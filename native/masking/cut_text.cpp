#include "native/masking/cut_text.hpp"

#include <algorithm>
#include <cstdlib>

#include "native/image/pixels.hpp"
#include "native/text/lines/line_ink.hpp"

namespace native {
namespace {

constexpr int kMargin = 2;  // pixels more than was seen, because the edges of letters are faint
constexpr int kLeastHeight = 3;  // rows in which ink can be told from the ground

bool is_step(std::uint32_t one, std::uint32_t other) {
  constexpr int kStep = 16;  // of one colour
  const auto part = [](std::uint32_t colour, int shift) {
    return static_cast<int>(colour >> shift & 0xFF);
  };
  for (const int shift : {0, 8, 16})
    if (std::abs(part(one, shift) - part(other, shift)) >= kStep) return true;
  return false;
}

// Returns whether something is drawn in a row of pixels.
bool has_ink(const Frame& frame, const Columns& columns, int y) {
  for (int x = columns.begin; x + 1 < columns.end; ++x)
    if (is_step(colour_at(frame, x, y), colour_at(frame, x + 1, y))) return true;
  return false;
}

// What one filled area cuts of one line.
class Cut {
 public:
  Cut(const Frame& frame, const Rect& line, const Rect& filled, const std::vector<Rect>& numbers)
      : frame_(frame),
        line_(line),
        filled_(filled),
        numbers_(numbers),
        common_{std::max(line.x, filled.x), std::min(right(line), right(filled))} {}

  std::vector<Rect> parts() {
    if (filled_.y < bottom(line_) && bottom(filled_) > line_.y) {
      look_beside({line_.x, line_.y, std::min(right(line_), filled_.x) - line_.x, line_.height});
      const int begin = std::max(line_.x, right(filled_));
      look_beside({begin, line_.y, right(line_) - begin, line_.height});
    }
    if (common_.width() > 0) {
      look_along({line_.x, line_.y, line_.width, filled_.y - line_.y}, filled_.y - 1);
      const int begin = bottom(filled_);
      look_along({line_.x, begin, line_.width, bottom(line_) - begin}, begin);
    }
    return std::move(parts_);
  }

 private:
  // Takes the words at the side of the filled area.
  void look_beside(const Rect& part) {
    if (part.empty()) return;
    const bool before = part.x < filled_.x;
    const int edge = before ? filled_.x : right(filled_);
    const int away = before ? edge - right(part) : part.x - edge;
    if (away > line_.height) return;
    const LineInk ink(frame_, {part, false, {}});
    const Columns cut = ink.followed({edge, edge}, gap_in(ink), part.width + away);
    if (cut.width() > 0) take(cut);
    take_numbers(edge, before);
  }

  // Takes the words above or below it, when something is drawn in the row that touches it.
  void look_along(const Rect& part, int row) {
    if (part.empty() || row < part.y || row >= bottom(part)) return;
    if (!has_ink(frame_, common_, row)) return;
    if (part.height < kLeastHeight) return take(common_);
    const LineInk ink(frame_, {part, false, {}});
    take(ink.followed(common_, gap_in(ink), part.width));
  }

  // Returns what counts as the end of a word.
  int gap_in(const LineInk& ink) const { return ink.blank(line_.height); }

  // Groups of digits stand further apart than letters do.
  void take_numbers(int edge, bool before) {
    constexpr int kMostBlank = 2;  // heights of the line
    for (const Rect& number : numbers_) {
      const int away = before ? edge - right(number) : number.x - edge;
      const bool beside = before ? number.x < edge : right(number) > edge;
      if (beside && away <= kMostBlank * line_.height) take({number.x, right(number)});
    }
  }

  void take(const Columns& columns) {
    const Rect area{columns.begin - kMargin, line_.y, columns.width() + 2 * kMargin, line_.height};
    parts_.push_back(intersection(area, {0, 0, frame_.width, frame_.height}));
  }

  const Frame& frame_;
  const Rect line_;
  const Rect filled_;
  const std::vector<Rect>& numbers_;
  const Columns common_;
  std::vector<Rect> parts_;
};

}  // namespace

std::vector<Rect> cut_parts(const Frame& frame, const TextLine& line,
                            const std::vector<Rect>& filled, const std::vector<Rect>& numbers) {
  std::vector<Rect> parts;
  const Rect& bounds = line.bounds;
  const int around = 2 * bounds.height;
  const Rect near{bounds.x - around, bounds.y, bounds.width + 2 * around, bounds.height};
  for (const Rect& each : filled) {
    if (intersection(near, each).empty()) continue;
    const std::vector<Rect> more = Cut(frame, bounds, each, numbers).parts();
    parts.insert(parts.end(), more.begin(), more.end());
  }
  return parts;
}

}  // namespace native

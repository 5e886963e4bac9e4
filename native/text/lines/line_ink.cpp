#include "native/text/lines/line_ink.hpp"

#include <algorithm>

#include "native/text/lines/line_picture.hpp"

namespace native {
namespace {

constexpr std::uint8_t kInk = 190;  // darker levels

}  // namespace

LineInk::LineInk(const Frame& frame, const TextLine& line)
    : columns_{line.bounds.x, line.bounds.x + line.bounds.width},
      height_(line.bounds.height),
      top_(static_cast<std::size_t>(line.bounds.width), line.bounds.height),
      bottom_(top_.size(), 0) {
  std::vector<std::uint8_t> gray(top_.size() * static_cast<std::size_t>(height_));
  draw_dark_on_white(frame, line.bounds, gray.data());
  const std::size_t width = top_.size();
  const int most = std::max(2, height_ / 6);  // rows of something above or below the line
  for (std::size_t x = 0; x < width; ++x) {
    const auto is_ink = [&](int y) { return gray[static_cast<std::size_t>(y) * width + x] < kInk; };
    int begin = 0, end = height_;
    while (begin <= most && begin < end && is_ink(begin)) ++begin;
    if (begin > most) begin = 0;
    while (height_ - end <= most && end > begin && is_ink(end - 1)) --end;
    if (height_ - end > most) end = height_;
    for (int y = begin; y < end; ++y) {
      if (!is_ink(y)) continue;
      top_[x] = std::min(top_[x], y);
      bottom_[x] = y + 1;
    }
  }
}

bool LineInk::has_ink(int x) const {
  return x >= columns_.begin && x < columns_.end &&
         bottom_[static_cast<std::size_t>(x - columns_.begin)] > 0;
}

int LineInk::blank(int height) const {
  // Of the height, in percent: a blank, and one of a font whose characters are of one width. In
  // such fonts other gaps are as wide as the blanks of others.
  constexpr int kBlank = 25, kWideBlank = 40;
  constexpr int kLeastGap = 3;  // pixels
  const int wide = std::max(kLeastGap, height * kWideBlank / 100);
  return widest_gap(columns_).width() >= wide ? wide : std::max(kLeastGap, height * kBlank / 100);
}

Columns LineInk::widest_gap(const Columns& among) const {
  Columns widest{among.begin, among.begin};
  for (int x = among.begin; x < among.end; ++x) {
    const int begin = x;
    while (x < among.end && !has_ink(x)) ++x;
    if (x - begin > widest.width()) widest = {begin, x};
  }
  return widest;
}

Columns LineInk::followed(const Columns& columns, int gap, int most) const {
  Columns result = columns;
  const auto follow = [&](int& end, int step) {
    int last = end;
    for (int away = 0, blank = 0; away < most && blank < gap; ++away) {
      const int x = step > 0 ? end + away : end - 1 - away;
      blank = has_ink(x) ? 0 : blank + 1;
      if (blank == 0) last = step > 0 ? x + 1 : x;
    }
    end = last;
  };
  follow(result.begin, -1);
  follow(result.end, 1);
  return result;
}

std::vector<Columns> LineInk::underscores() const {
  const int least = std::max(3, height_ * 28 / 100);
  const int thickest = std::max(2, height_ / 6);
  std::vector<Columns> found;
  const auto is_low = [&](std::size_t x) {
    return bottom_[x] > 0 && top_[x] * 20 >= height_ * 13 && bottom_[x] - top_[x] <= thickest;
  };
  for (std::size_t x = 0; x < top_.size(); ++x) {
    const std::size_t begin = x;
    while (x < top_.size() && is_low(x)) ++x;
    const Columns run{columns_.begin + static_cast<int>(begin),
                      columns_.begin + static_cast<int>(x)};
    if (run.width() >= least) found.push_back(run);
  }
  return found;
}

}  // namespace native

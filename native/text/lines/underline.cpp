#include "native/text/lines/underline.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace native {
namespace {

constexpr std::uint8_t kInk = 160;    // darker levels
constexpr std::uint8_t kFaint = 215;  // of the sides of boxes, which are often grey
constexpr int kLeastHeights = 3;      // longer than any letter: heights of the line
constexpr int kMostRows = 3;          // thicker ones are something else

struct LongRun {
  int begin = 0;
  int end = 0;
};

class Underline {
 public:
  Underline(std::uint8_t* gray, int width, int height)
      : gray_(gray), width_(width), height_(height) {}

  void erase() {
    for (int y = 0; y < height_; ++y)
      for (const LongRun& run : long_runs(y)) erase(y, run);
  }

 private:
  std::uint8_t& at(int x, int y) {
    return gray_[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) +
                 static_cast<std::size_t>(x)];
  }
  bool is_ink(int x, int y) { return y >= 0 && y < height_ && at(x, y) < kInk; }
  bool is_faint(int x, int y) { return y >= 0 && y < height_ && at(x, y) < kFaint; }

  std::vector<LongRun> long_runs(int y) {
    std::vector<LongRun> runs;
    for (int x = 0; x < width_; ++x) {
      if (!is_faint(x, y)) continue;
      const int begin = x;
      while (x < width_ && is_faint(x, y)) ++x;
      if (x - begin >= kLeastHeights * height_) runs.push_back({begin, x});
    }
    return runs;
  }

  // Letters keep what goes on above an underline, or below the upper side of a box, because their
  // ends touch it.
  void erase(int y, const LongRun& run) {
    int end = y + 1;
    while (end < height_ && ink_in(end, run) * 10 >= (run.end - run.begin) * 9) ++end;
    if (end - y > kMostRows || ink_in(y - 1, run) * 10 >= (run.end - run.begin) * 9) return;
    const int letters = y < height_ / 2 ? end : y - 1;
    for (int x = run.begin; x < run.end; ++x) {
      if (is_ink(x, letters)) continue;
      for (int row = y; row < end; ++row) at(x, row) = 255;
    }
  }

  int ink_in(int y, const LongRun& run) {
    int ink = 0;
    for (int x = run.begin; x < run.end; ++x) ink += is_faint(x, y);
    return ink;
  }

  std::uint8_t* gray_;
  int width_;
  int height_;
};

}  // namespace

void erase_underline(std::uint8_t* gray, int width, int height) {
  Underline(gray, width, height).erase();
}

}  // namespace native

#include "native/text/helper/ground.hpp"

#include <algorithm>
#include <cstdlib>

namespace native {
namespace {

// Background is where at least kRun pixels side by side, in at least kRows rows, have one colour.
// Longer than the bars of large letters; thicker than an underline.
constexpr std::size_t kRun = 48;
constexpr int kRows = 3;
constexpr int kTolerance = 3;

enum Kind : std::uint8_t { kOther, kFlat, kGround };

bool alike(int a, int b) { return std::abs(a - b) <= kTolerance; }

void mark_flat(const std::uint8_t* row, std::size_t width, std::uint8_t* kinds) {
  for (std::size_t begin = 0; begin < width;) {
    std::size_t end = begin + 1;
    while (end < width && alike(row[end], row[begin])) ++end;
    if (end - begin >= std::min(kRun, width)) std::fill(kinds + begin, kinds + end, kFlat);
    begin = end;
  }
}

// Marks flat pixels as background where enough of them are on top of each other.
void mark_ground(const std::uint8_t* gray, std::size_t width, int height, std::uint8_t* kinds) {
  std::vector<int> streaks(width, 0);
  for (int y = 0; y < height; ++y) {
    const std::size_t row = static_cast<std::size_t>(y) * width;
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t at = row + x;
      if (kinds[at] == kOther) {
        streaks[x] = 0;
        continue;
      }
      const bool goes_on = streaks[x] > 0 && alike(gray[at], gray[at - width]);
      streaks[x] = goes_on ? streaks[x] + 1 : 1;
      if (streaks[x] == kRows)
        for (std::size_t above = 1; above < kRows; ++above) kinds[at - above * width] = kGround;
      if (streaks[x] >= kRows) kinds[at] = kGround;
    }
  }
}

// Returns the background above each column's first pixel: the first one further down, else a guess.
std::vector<std::uint8_t> first_grounds(const std::uint8_t* gray, std::size_t width, int height,
                                        const std::uint8_t* kinds) {
  const std::size_t size = width * static_cast<std::size_t>(height);
  unsigned long long sum = 0;
  for (std::size_t i = 0; i < size; ++i) sum += gray[i];
  std::vector<std::uint8_t> grounds(width, sum / size < 128 ? 0 : 255);
  for (std::size_t i = size; i-- > 0;)
    if (kinds[i] == kGround) grounds[i % width] = gray[i];
  return grounds;
}

// Maps two thirds of the greatest possible distance from `ground` to black, because coloured text
// is seldom as far away as black or white.
std::uint8_t distance(int level, int ground) {
  const int farthest = std::max(ground, 255 - ground);
  const int away = std::abs(level - ground) * 255 * 3 / (2 * farthest);
  return static_cast<std::uint8_t>(255 - std::min(away, 255));
}

}  // namespace

std::vector<std::uint8_t> on_white_ground(const std::uint8_t* gray, int width, int height) {
  const auto across = static_cast<std::size_t>(width);
  std::vector<std::uint8_t> result(across * static_cast<std::size_t>(height), kOther);
  for (int y = 0; y < height; ++y) {
    const std::size_t row = static_cast<std::size_t>(y) * across;
    mark_flat(gray + row, across, result.data() + row);
  }
  mark_ground(gray, across, height, result.data());
  std::vector<std::uint8_t> grounds = first_grounds(gray, across, height, result.data());
  for (std::size_t i = 0, x = 0; i < result.size(); ++i, x = x + 1 == across ? 0 : x + 1) {
    if (result[i] == kGround) grounds[x] = gray[i];
    result[i] = distance(gray[i], grounds[x]);
  }
  return result;
}

}  // namespace native

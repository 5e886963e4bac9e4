#include "native/text/lines/row_split.hpp"

#include <algorithm>
#include <bit>

namespace native {
namespace {

constexpr int kLeastPeak = 6;       // edges in a row
constexpr int kLeastRowHeight = 5;  // rows
constexpr int kShallow = 4;         // a peak has at least that many times the edges of a valley

using Profile = std::vector<int>;

// Returns how many rows of [begin, end) have at least half of the most edges.
int height_of_band(const Profile& profile, std::size_t begin, std::size_t end, int peak) {
  return static_cast<int>(std::count_if(profile.begin() + static_cast<std::ptrdiff_t>(begin),
                                        profile.begin() + static_cast<std::ptrdiff_t>(end),
                                        [peak](int count) { return 2 * count >= peak; }));
}

// Returns the deepest valley between two bands of [begin, end), or `end`.
std::size_t valley_of(const Profile& profile, std::size_t begin, std::size_t end) {
  std::vector<int> below(end - begin + 1, 0);
  for (std::size_t row = end; row-- > begin;)
    below[row - begin] = std::max(below[row - begin + 1], profile[row]);
  std::size_t best = end;
  int above = 0;
  double depth = 1.0 / kShallow;
  for (std::size_t row = begin; row < end; ++row) {
    const int peak = std::min(above, below[row - begin + 1]);
    above = std::max(above, profile[row]);
    if (peak < kLeastPeak || profile[row] >= depth * peak) continue;
    best = row;
    depth = static_cast<double>(profile[row]) / peak;
  }
  return best;
}

bool two_bands(const Profile& profile, std::size_t begin, std::size_t valley, std::size_t end) {
  const auto at = profile.begin();
  const auto place = [](std::size_t row) { return static_cast<std::ptrdiff_t>(row); };
  const int above = height_of_band(profile, begin, valley,
                                   *std::max_element(at + place(begin), at + place(valley)));
  const int below =
      height_of_band(profile, valley, end, *std::max_element(at + place(valley), at + place(end)));
  // The dots above many letters i are a band too, of less height.
  return std::min(above, below) >= std::max(kLeastRowHeight, std::max(above, below) * 3 / 10);
}

void cut(const Profile& profile, std::size_t begin, std::size_t end,
         std::vector<std::size_t>& cuts) {
  const std::size_t valley = valley_of(profile, begin, end);
  if (valley == end || !two_bands(profile, begin, valley, end)) return;
  cut(profile, begin, valley, cuts);
  cuts.push_back(valley);
  cut(profile, valley, end, cuts);
}

// Returns the part of the rectangle's rows that is around its edges; empty without any.
Rect tightened(const EdgeMap& edges, const Rect& rect) {
  int top = -1, bottom = -1, left = rect.x + rect.width, right = rect.x;
  for (int y = rect.y; y < rect.y + rect.height; ++y) {
    if (count_bits(edges, y, rect.x, rect.x + rect.width) == 0) continue;
    if (top < 0) top = y;
    bottom = y + 1;
    while (left > rect.x && count_bits(edges, y, rect.x, left) > 0) {
      const int half = rect.x + (left - rect.x) / 2;
      left = half > rect.x && count_bits(edges, y, rect.x, half) > 0 ? half : left - 1;
    }
    while (right < rect.x + rect.width && count_bits(edges, y, right, rect.x + rect.width) > 0) {
      const int half = right + (rect.x + rect.width - right + 1) / 2;
      right = half < rect.x + rect.width && count_bits(edges, y, half, rect.x + rect.width) > 0
                  ? half
                  : right + 1;
    }
  }
  if (top < 0) return {};
  // An edge lies between its pixel and the next one.
  right = std::min(right + 1, rect.x + rect.width);
  return {left, top, right - left, bottom - top};
}

}  // namespace

std::vector<Rect> split_rows(const EdgeMap& edges, const Rect& rect) {
  Profile profile;
  for (int y = rect.y; y < rect.y + rect.height; ++y)
    profile.push_back(count_bits(edges, y, rect.x, rect.x + rect.width));
  std::vector<std::size_t> cuts;
  cut(profile, 0, profile.size(), cuts);
  if (cuts.empty()) return {rect};
  cuts.push_back(profile.size());
  std::vector<Rect> parts;
  std::size_t begin = 0;
  for (const std::size_t end : cuts) {
    const Rect part{rect.x, rect.y + static_cast<int>(begin), rect.width,
                    static_cast<int>(end - begin)};
    if (const Rect tight = tightened(edges, part); !tight.empty()) parts.push_back(tight);
    begin = end;
  }
  return parts;
}

}  // namespace native

#include "native/text/lines/line_groups.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace native {
namespace {

// Twice the centre, to stay with whole numbers.
int middle(const Rect& rect) { return 2 * rect.y + rect.height; }

// Returns how far apart they are horizontally; negative when they overlap.
int gap_between(const Rect& a, const Rect& b) {
  return std::max(a.x, b.x) - std::min(right(a), right(b));
}

bool holds_middle(const Rect& rect, const Rect& other) {
  return middle(other) >= 2 * rect.y && middle(other) <= 2 * bottom(rect);
}

// Finds the rectangles near another one, by bands of rows.
class Neighbourhood {
 public:
  explicit Neighbourhood(const std::vector<Rect>& rects) : rects_(rects) {
    int lowest = 0;
    for (const Rect& rect : rects) {
      lowest = std::max(lowest, bottom(rect));
      widest_ = std::max(widest_, rect.width);
    }
    bands_.resize(static_cast<std::size_t>(lowest / kBand + 1));
    std::vector<std::uint32_t> order(rects.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return rects[a].x < rects[b].x; });
    for (const std::uint32_t i : order)
      for (int band = rects[i].y / kBand; band <= (bottom(rects[i]) - 1) / kBand; ++band)
        bands_[static_cast<std::size_t>(band)].push_back(i);
  }

  // Calls work(index) for each rectangle that begins in that area's columns and crosses its rows;
  // more than once for one that crosses several bands.
  template <class Work>
  void each_beginning_in(const Rect& area, Work work) const {
    const int last = std::min(bottom(area) / kBand, static_cast<int>(bands_.size()) - 1);
    for (int band = std::max(area.y, 0) / kBand; band <= last; ++band) {
      const auto& members = bands_[static_cast<std::size_t>(band)];
      auto at = std::lower_bound(members.begin(), members.end(), area.x,
                                 [&](std::uint32_t i, int x) { return rects_[i].x < x; });
      for (; at != members.end() && rects_[*at].x <= right(area); ++at)
        work(static_cast<std::size_t>(*at));
    }
  }

  int widest() const { return widest_; }

 private:
  static constexpr int kBand = 32;
  const std::vector<Rect>& rects_;
  std::vector<std::vector<std::uint32_t>> bands_;  // indexes by left side
  int widest_ = 0;
};

// Sets of rectangles that are joined two by two.
class Groups {
 public:
  explicit Groups(std::size_t count) : parents_(count) {
    std::iota(parents_.begin(), parents_.end(), std::size_t{0});
  }
  void unite(std::size_t a, std::size_t b) { parents_[root(a)] = root(b); }

  // Returns the rectangle around each group.
  std::vector<Rect> bounds(const std::vector<Rect>& rects) {
    std::vector<Rect> around(rects.size());
    for (std::size_t i = 0; i < rects.size(); ++i) {
      Rect& group = around[root(i)];
      group = group.empty() ? rects[i] : bounding(group, rects[i]);
    }
    std::erase_if(around, [](const Rect& rect) { return rect.empty(); });
    return around;
  }

 private:
  std::size_t root(std::size_t i) {
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }
  std::vector<std::size_t> parents_;
};

// Above this, it is a picture; nothing beside it belongs to the same line.
constexpr int kTallest = 110;
// What is cut off and lower counts as letters of that height, those of 9 pt.
constexpr int kLeastCut = 12;

// Returns the widest gap within a line whose letters are that high: less than two heights of a
// line.
int widest_gap(int height) { return std::max(height * 3 / 2, 6); }

bool is_thin(const Rect& rect) { return rect.width <= 4 && rect.height >= 3 * rect.width; }

// Returns whether the picture's upper or lower edge cuts off both: their heights say nothing about
// those of their letters.
bool are_cut(const Rect& a, const Rect& b, int rows) {
  return (a.y == 0 && b.y == 0) || (bottom(a) == rows && bottom(b) == rows);
}

// Returns whether both are words or letters of one line, in a picture of so many rows. A thin one
// that is much taller is the side of a box, or a caret.
bool same_line(const Rect& a, const Rect& b, int rows) {
  const int tall = std::max(a.height, b.height);
  if (are_cut(a, b, rows) && tall < kLeastCut) return gap_between(a, b) <= widest_gap(kLeastCut);
  const int small = std::min(a.height, b.height);
  const bool bar = is_thin(a.height > b.height ? a : b);
  if (10 * tall > (bar ? 15 : 22) * small || tall > kTallest) return false;
  // Two of them are the sides of one box, unless they stand as close as letters.
  if (is_thin(a) && is_thin(b) && 2 * gap_between(a, b) > tall) return false;
  return gap_between(a, b) <= widest_gap(tall) && holds_middle(a, b) && holds_middle(b, a);
}

std::vector<Rect> join_neighbours(const std::vector<Rect>& strokes, int rows) {
  const Neighbourhood near(strokes);
  Groups groups(strokes.size());
  for (std::size_t i = 0; i < strokes.size(); ++i) {
    const Rect& rect = strokes[i];
    if (rect.height > kTallest) continue;
    // The other one may be 2.2 times as high.
    const int most = std::max(rect.height * 22 / 10, kLeastCut);
    const int reach = std::min(widest_gap(most), widest_gap(kTallest));
    near.each_beginning_in({rect.x, rect.y, rect.width + reach, rect.height},
                           [&](std::size_t other) {
                             if (other != i && same_line(rect, strokes[other], rows))
                               groups.unite(i, other);
                           });
  }
  return groups.bounds(strokes);
}

// Returns how well the small rectangle belongs to the line, or -1 when it does not; 0 is best.
int distance_to_line(const Rect& small, const Rect& line) {
  if (line.height < small.height * 18 / 10 || line.height > kTallest) return -1;
  if (line.width * 5 < line.height) return -1;  // the side of a box
  const int gap = gap_between(small, line);
  const int outside =
      std::max({line.y - small.y, bottom(small) - bottom(line), 0});  // rows that stick out
  const bool within = outside * 5 <= small.height;
  if (gap < 2 && within) return 0;
  const bool dot = small.height * 20 <= line.height * 9 && small.width * 2 <= line.height;
  const bool hyphen = small.height * 4 <= line.height && small.width * 10 <= line.height * 9;
  if (!dot && !hyphen) return -1;
  // A dot or an accent above, a tail below, a comma or a hyphen beside it.
  const int away = std::max({line.y - bottom(small), small.y - bottom(line), 0});
  const bool above_or_below = dot && gap < 0 && away * 20 <= line.height * 7;
  const bool beside = gap <= line.height && outside * 4 <= line.height;
  return above_or_below || beside ? 1 + std::max(gap, 0) + 4 * outside : -1;
}

std::vector<Rect> attach_small(const std::vector<Rect>& rects) {
  const Neighbourhood near(rects);
  Groups groups(rects.size());
  for (std::size_t i = 0; i < rects.size(); ++i) {
    const Rect& small = rects[i];
    if (small.height * 2 > kTallest) continue;
    int best = -1;
    std::size_t line = 0;
    const int around = kTallest;
    near.each_beginning_in(
        {small.x - near.widest() - around, small.y - around / 2,
         small.width + near.widest() + 2 * around, small.height + around},
        [&](std::size_t other) {
          const int distance = other == i ? -1 : distance_to_line(small, rects[other]);
          if (distance < 0) return;
          const bool higher = distance == best && rects[other].height > rects[line].height;
          if (best >= 0 && distance >= best && !higher) return;
          best = distance;
          line = other;
        });
    if (best >= 0) groups.unite(i, line);
  }
  return groups.bounds(rects);
}

// Joins lines that overlap by more than half of the smaller one.
std::vector<Rect> join_overlapping(const std::vector<Rect>& rects) {
  const Neighbourhood near(rects);
  Groups groups(rects.size());
  const auto area = [](const Rect& rect) {
    return static_cast<long long>(rect.width) * rect.height;
  };
  for (std::size_t i = 0; i < rects.size(); ++i)
    near.each_beginning_in(rects[i], [&](std::size_t other) {
      if (other == i) return;
      const Rect common = intersection(rects[i], rects[other]);
      if (2 * area(common) > std::min(area(rects[i]), area(rects[other]))) groups.unite(i, other);
    });
  return groups.bounds(rects);
}

}  // namespace

std::vector<Rect> group_to_lines(const std::vector<Rect>& strokes, int rows) {
  // Attached twice, because a letter may consist of small strokes alone (+), which follows another
  // such one; joined again, because such letters (=) bridge what was too far apart.
  const std::vector<Rect> letters = attach_small(attach_small(join_neighbours(strokes, rows)));
  return join_overlapping(join_neighbours(letters, rows));
}

}  // namespace native

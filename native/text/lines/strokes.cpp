#include "native/text/lines/strokes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace native {
namespace {

constexpr int kReach = 3;  // pixels by which each edge is widened on both sides

// Neighbouring pixels of a row; `end` is exclusive.
struct Run {
  int begin;
  int end;
  std::size_t label;
};

struct Box {
  int left, top, right, bottom;  // right and bottom are exclusive
};

// Boxes that are joined as their runs turn out to touch.
class Boxes {
 public:
  std::size_t add(const Run& run, int y) {
    parents_.push_back(parents_.size());
    boxes_.push_back({run.begin, y, run.end, y + 1});
    return parents_.size() - 1;
  }

  void extend(std::size_t label, const Run& run, int y) {
    join(boxes_[root(label)], {run.begin, y, run.end, y + 1});
  }

  void unite(std::size_t one, std::size_t other) {
    one = root(one);
    other = root(other);
    if (one == other) return;
    // The older one stays, which keeps the order of the result.
    if (other < one) std::swap(one, other);
    parents_[other] = one;
    join(boxes_[one], boxes_[other]);
  }

  std::vector<Box> take() {
    std::vector<Box> result;
    for (std::size_t label = 0; label < parents_.size(); ++label)
      if (parents_[label] == label) result.push_back(boxes_[label]);
    return result;
  }

 private:
  static void join(Box& box, const Box& by) {
    box = {std::min(box.left, by.left), std::min(box.top, by.top), std::max(box.right, by.right),
           std::max(box.bottom, by.bottom)};
  }

  std::size_t root(std::size_t label) {
    while (parents_[label] != label) label = parents_[label] = parents_[parents_[label]];
    return label;
  }

  std::vector<std::size_t> parents_;
  std::vector<Box> boxes_;
};

// Widens each bit by kReach on both sides.
void widen(const std::uint64_t* bits, std::size_t words, std::vector<std::uint64_t>& result) {
  std::uint64_t before = 0;
  std::uint64_t here = words == 0 ? 0 : bits[0];
  for (std::size_t word = 0; word < words; ++word) {
    const std::uint64_t after = word + 1 < words ? bits[word + 1] : 0;
    std::uint64_t wide = here;
    for (int by = 1; by <= kReach; ++by)
      wide |= here << by | before >> (64 - by) | here >> by | after << (64 - by);
    result[word] = wide;
    before = here;
    here = after;
  }
}

void find_runs(const std::vector<std::uint64_t>& bits, std::vector<Run>& runs) {
  runs.clear();
  int begin = -1;
  for (std::size_t word = 0; word < bits.size(); ++word) {
    const int at = static_cast<int>(word) * 64;
    std::uint64_t left = begin < 0 ? bits[word] : ~bits[word];
    while (left != 0) {
      const int bit = std::countr_zero(left);
      if (begin < 0) {
        begin = at + bit;
      } else {
        runs.push_back({begin, at + bit, 0});
        begin = -1;
      }
      left = (begin < 0 ? bits[word] : ~bits[word]) & (~std::uint64_t{0} << bit);
    }
  }
  if (begin >= 0) runs.push_back({begin, static_cast<int>(bits.size()) * 64, 0});
}

// Gives each run of row `y` the box of the runs above that it touches, or a new one.
void connect(const std::vector<Run>& above, std::vector<Run>& runs, int y, Boxes& boxes) {
  std::size_t from = 0;
  for (Run& run : runs) {
    while (from < above.size() && above[from].end < run.begin) ++from;
    bool found = false;
    for (std::size_t i = from; i < above.size() && above[i].begin <= run.end; ++i) {
      if (found) {
        boxes.unite(run.label, above[i].label);
      } else {
        run.label = above[i].label;
        boxes.extend(run.label, run, y);
        found = true;
      }
    }
    if (!found) run.label = boxes.add(run, y);
  }
}

}  // namespace

std::vector<Rect> find_strokes(const EdgeMap& edges) {
  Boxes boxes;
  std::vector<std::uint64_t> wide(edges.words);
  std::vector<Run> above, runs;
  for (int y = 0; y < edges.height; ++y) {
    widen(edges.row(y), edges.words, wide);
    find_runs(wide, runs);
    connect(above, runs, y, boxes);
    std::swap(above, runs);
  }
  std::vector<Rect> result;
  for (const Box& box : boxes.take()) {
    const int left = box.left == 0 ? 0 : box.left + kReach;
    // An edge lies between its pixel and the next one.
    const int right = std::min(box.right - kReach + 1, edges.width);
    result.push_back({left, box.top, std::max(right - left, 1), box.bottom - box.top});
  }
  return result;
}

}  // namespace native

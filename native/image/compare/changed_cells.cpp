#include "native/image/compare/changed_cells.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace native {
namespace {

// Joins the letters of a word, and the words of a line.
constexpr int kMinSide = 16;
constexpr std::int64_t kMaxCells = 1 << 20;

int cells_along(int length, int side) { return (length + side - 1) / side; }

}  // namespace

void ChangedCells::Box::extend(const Box& by) {
  left = std::min(left, by.left);
  top = std::min(top, by.top);
  right = std::max(right, by.right);
  bottom = std::max(bottom, by.bottom);
}

// Returns whether fewer than `distance` pixels lie between the boxes, horizontally and vertically;
// with 0, whether they overlap.
bool ChangedCells::Box::is_near(const Box& other, int distance) const {
  return left < other.right + distance && other.left < right + distance &&
         top < other.bottom + distance && other.top < bottom + distance;
}

ChangedCells::ChangedCells(int width, int height) : side_(kMinSide) {
  while (std::int64_t{cells_along(width, side_)} * cells_along(height, side_) > kMaxCells)
    side_ *= 2;
  columns_ = cells_along(width, side_);
  rows_ = cells_along(height, side_);
  cells_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_));
}

ChangedCells::Box& ChangedCells::cell(int column, int row) {
  return cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                static_cast<std::size_t>(column)];
}

void ChangedCells::add(int y, const std::uint64_t* bits, std::size_t words) {
  const int part = std::min(side_, 64);  // bits of a word that belong to one cell
  const std::uint64_t mask = part == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << part) - 1;
  for (std::size_t word = 0; word < words; ++word) {
    if (bits[word] == 0) continue;
    for (int shift = 0; shift < 64; shift += part) {
      const std::uint64_t changed = bits[word] >> shift & mask;
      if (changed == 0) continue;
      const int x = static_cast<int>(word) * 64 + shift;
      cell(x / side_, y / side_)
          .extend({x + std::countr_zero(changed), y, x + 64 - std::countl_zero(changed), y + 1});
    }
  }
}

void ChangedCells::coarsen() {
  ChangedCells coarse = *this;
  coarse.side_ = side_ * 2;
  coarse.columns_ = (columns_ + 1) / 2;
  coarse.rows_ = (rows_ + 1) / 2;
  coarse.cells_.assign(
      static_cast<std::size_t>(coarse.columns_) * static_cast<std::size_t>(coarse.rows_), {});
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column)
      if (!cell(column, row).empty()) coarse.cell(column / 2, row / 2).extend(cell(column, row));
  *this = std::move(coarse);
}

// Returns the box of all cells connected to this one, and empties them.
ChangedCells::Box ChangedCells::take_group(int column, int row) {
  Box group;
  std::vector<std::tuple<int, int, Box>> open = {
      {column, row, std::exchange(cell(column, row), {})}};
  while (!open.empty()) {
    const auto [x, y, box] = open.back();
    open.pop_back();
    group.extend(box);
    for (int v = std::max(y - 1, 0); v <= std::min(y + 1, rows_ - 1); ++v)
      for (int u = std::max(x - 1, 0); u <= std::min(x + 1, columns_ - 1); ++u)
        if (!cell(u, v).empty() && box.is_near(cell(u, v), side_))
          open.emplace_back(u, v, std::exchange(cell(u, v), {}));
  }
  return group;
}

// Returns the boxes of all groups. Stops when there are more than `most`.
std::vector<ChangedCells::Box> ChangedCells::groups(std::size_t most) {
  std::vector<Box> found;
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_ && found.size() <= most; ++column)
      if (!cell(column, row).empty()) found.push_back(take_group(column, row));
  return found;
}

void ChangedCells::join_overlapping(std::vector<Box>& boxes) {
  for (std::size_t i = 0; i < boxes.size();) {
    bool grown = false;
    for (std::size_t j = 0; j < boxes.size(); ++j) {
      if (j == i || !boxes[i].is_near(boxes[j], 0)) continue;
      boxes[std::min(i, j)].extend(boxes[std::max(i, j)]);
      boxes.erase(boxes.begin() + static_cast<std::ptrdiff_t>(std::max(i, j)));
      grown = true;
      break;
    }
    i = grown ? 0 : i + 1;
  }
}

std::vector<Rect> ChangedCells::regions(std::size_t most) && {
  std::vector<Box> boxes;
  for (;;) {
    ChangedCells copy = *this;
    boxes = copy.groups(most);
    if (boxes.size() <= most) break;
    coarsen();
  }
  join_overlapping(boxes);
  std::sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) {
    return std::tie(a.top, a.left) < std::tie(b.top, b.left);
  });
  std::vector<Rect> regions;
  for (const Box& box : boxes)
    regions.push_back({box.left, box.top, box.right - box.left, box.bottom - box.top});
  return regions;
}

}  // namespace native

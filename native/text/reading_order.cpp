#include "native/text/reading_order.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace native {
namespace {

struct RowPiece {
  Rect bounds;
  std::vector<Word> words;
};

int middle(const Rect& rect) { return rect.y + rect.height / 2; }

bool before(const Word& a, const Word& b) {
  return std::tie(a.bounds.x, a.bounds.y, a.text) < std::tie(b.bounds.x, b.bounds.y, b.text);
}

std::vector<RowPiece> pieces_of(std::vector<Word>& words) {
  std::map<int, RowPiece> by_line;
  for (Word& word : words) {
    RowPiece& piece = by_line[word.line];
    if (piece.words.empty()) piece.bounds = word.bounds;
    piece.bounds = bounding(piece.bounds, word.bounds);
    piece.words.push_back(std::move(word));
  }
  std::vector<RowPiece> pieces;
  for (auto& [line, piece] : by_line) pieces.push_back(std::move(piece));
  return pieces;
}

// Returns whether the vertical centre of each lies within the other's height.
bool same_row(const Rect& a, const Rect& b) {
  const auto holds = [](const Rect& rect, int y) { return y >= rect.y && y <= bottom(rect); };
  return holds(a, middle(b)) && holds(b, middle(a));
}

std::vector<std::vector<RowPiece>> rows_of(std::vector<RowPiece> pieces) {
  std::sort(pieces.begin(), pieces.end(), [](const RowPiece& a, const RowPiece& b) {
    return std::make_tuple(middle(a.bounds), a.bounds.x) <
           std::make_tuple(middle(b.bounds), b.bounds.x);
  });
  std::vector<std::vector<RowPiece>> rows;
  for (RowPiece& piece : pieces) {
    // Compares with the row's first piece only, so that a slanting sequence cannot join rows.
    if (rows.empty() || !same_row(rows.back().front().bounds, piece.bounds)) rows.emplace_back();
    rows.back().push_back(std::move(piece));
  }
  for (auto& row : rows)
    std::sort(row.begin(), row.end(), [](const RowPiece& a, const RowPiece& b) {
      return std::tie(a.bounds.x, a.bounds.y) < std::tie(b.bounds.x, b.bounds.y);
    });
  return rows;
}

// Returns whether the gap is at most 4 heights, which joins the columns of a listing.
bool close_together(const Rect& left, const Rect& next) {
  return next.x - right(left) <= 4 * std::max(left.height, next.height);
}

}  // namespace

void put_in_reading_order(std::vector<Word>& words) {
  std::vector<Word> ordered;
  ordered.reserve(words.size());
  int line = 0;
  for (auto& row : rows_of(pieces_of(words))) {
    Rect reached;
    for (RowPiece& piece : row) {
      if (reached.empty() || !close_together(reached, piece.bounds)) {
        ++line;
        reached = piece.bounds;
      } else {
        reached = bounding(reached, piece.bounds);
      }
      std::sort(piece.words.begin(), piece.words.end(), before);
      for (Word& word : piece.words) {
        word.line = line;
        ordered.push_back(std::move(word));
      }
    }
  }
  words = std::move(ordered);
}

}  // namespace native

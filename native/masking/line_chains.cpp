#include "native/masking/line_chains.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <set>
#include <utility>

#include "native/text/pii/line_ends.hpp"

namespace native {
namespace {

// Lines of one chain: a private key has some fifty.
constexpr std::size_t kMaxLength = 200;
// Lines that may come next after one.
constexpr std::size_t kMaxBranches = 3;
// Heights of a line between it and the next one.
constexpr double kMaxGap = 1.2;
constexpr double kMaxRatio = 1.8;  // of their heights
constexpr int kRowsAround = 4;     // that show how long lines may be
// Heights of a line between parts of one row: of words of one line, and of a label and its value.
constexpr double kMaxBlank = 2;
constexpr double kMaxColumn = 60;
constexpr double kMaxRowGap = 3;  // between rows of a table

bool same_size(const Rect& one, const Rect& other) {
  return one.height <= other.height * kMaxRatio && other.height <= one.height * kMaxRatio;
}

bool is_next_row(const Rect& line, const Rect& below) {
  if (same_row(line, below) || below.y <= line.y) return false;
  return below.y - bottom(line) <= line.height * kMaxGap && same_size(line, below);
}

// Returns whether the second stands behind the first, at most so many heights away.
bool is_behind(const Rect& first, const Rect& second, double heights) {
  const int gap = second.x - right(first);
  const int height = std::max(first.height, second.height);
  return same_row(first, second) && second.x > first.x && same_size(first, second) &&
         gap >= -height && gap <= height * heights;
}

bool overlaps(const Rect& one, const Rect& other) {
  return one.x < right(other) && other.x < right(one);
}

bool nearly_equal(int one, int other, const Rect& line) {
  return std::abs(one - other) * 3 <= line.height;
}

// Returns whether a line is longer than most cells of tables.
bool is_long(const Rect& line) {
  constexpr int kHeights = 12;
  return line.width >= kHeights * line.height;
}

// Returns a row with the place on its left where the window may begin in which it is indented.
Rect window_of(const Rect& row) {
  constexpr int kHeights = 20;
  const int indent = kHeights * row.height;
  return {row.x - indent, row.y, row.width + indent, row.height};
}

// Returns whether the lower line may go on with a number of the upper one, in a column of their
// own. A word that is broken anywhere goes on at the left edge; lines that are broken between words
// or at hyphens may be centred or stand at the right. A long line that is indented goes on further
// left, where its window begins.
bool in_one_column(const Rect& upper, const Rect& lower, bool words) {
  if (nearly_equal(upper.x, lower.x, upper)) return true;
  if (is_long(upper) && lower.x < upper.x && right(lower) <= right(upper)) return true;
  return words && (nearly_equal(right(upper), right(lower), upper) ||
                   nearly_equal(upper.x + right(upper), lower.x + right(lower), upper));
}

// Every column.
constexpr Rect kAnywhere{0, 0, std::numeric_limits<int>::max(), 1};

class Chains {
 public:
  Chains(const std::vector<TextLine>& lines, const std::vector<LineLinks>& links)
      : lines_(lines), links_(links), next_(lines.size()) {
    for (std::size_t i = 0; i < lines_.size(); ++i) next_[i] = after(i);
  }

  // Every pair that may hang together is in a chain. A chain goes on through the parts of its rows
  // and through lines in the middle of a key: all else is broken once at most, and a longer chain
  // would have to be read again for every line that is new in it.
  std::vector<std::vector<std::size_t>> all() {
    std::vector<std::vector<std::size_t>> found;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      for (const std::size_t each : next_[i])
        if (covered_.count({i, each}) == 0) found.push_back(chain_of(i, each));
      if (!links_[i].password_label) continue;
      if (std::vector<std::size_t> column = column_of(i); column.size() > 2)
        found.push_back(std::move(column));
    }
    return found;
  }

 private:
  // Returns the lines with which a line may hang together: the rest of its row, those under it,
  // and where it is the last of its row, the first of the next one.
  std::vector<std::size_t> after(std::size_t line) const {
    const Rect& own = lines_[line].bounds;
    std::vector<std::size_t> found;
    if (const std::size_t next = behind(line); next < lines_.size()) found.push_back(next);
    std::size_t first = lines_.size(), below = lines_.size(), window_row = lines_.size();
    const Rect row = part_of_row(line);
    const bool is_last = !has_neighbour(line, true);
    for (std::size_t i = line + 1; i < lines_.size(); ++i) {
      const Rect& other = lines_[i].bounds;
      if (other.y > bottom(own) + own.height * kMaxGap) break;
      if (!is_next_row(own, other)) continue;
      // Of the next row alone, even where the row after it is near too.
      const bool same = first < lines_.size() && same_row(lines_[first].bounds, other);
      if (first == lines_.size() || (same && other.x < lines_[first].bounds.x)) first = i;
      if (window_row == lines_.size() && overlaps(window_of(row), other)) window_row = i;
      if (window_row < lines_.size() && same_row(lines_[window_row].bounds, other) &&
          is_next_in_window(line, row, i))
        add(found, i, links_to_next_row(line, i, row));
      if (!overlaps(own, other)) continue;
      if (below == lines_.size()) below = i;
      if (same_row(lines_[below].bounds, other)) add(found, i, links_below(line, i));
    }
    if (is_last && first < lines_.size())
      add(found, first, links_to_next_row(line, first, kAnywhere));
    return found;
  }

  // Returns the first line that may stand beside another: lines of one row may begin a little
  // higher.
  std::size_t first_beside(std::size_t line) const {
    const Rect& own = lines_[line].bounds;
    while (line > 0 && lines_[line - 1].bounds.y + own.height > own.y) --line;
    return line;
  }

  // Returns whether another line stands in the same row, or behind this one in it.
  bool has_neighbour(std::size_t line, bool behind) const {
    const Rect& own = lines_[line].bounds;
    for (std::size_t i = first_beside(line); i < lines_.size() && lines_[i].bounds.y < bottom(own);
         ++i) {
      const Rect& other = lines_[i].bounds;
      const bool counts = behind ? other.x > own.x : i != line;
      if (counts && same_row(own, other) && same_size(own, other)) return true;
    }
    return false;
  }

  // Returns whether both may be cells of a table: one of them has others beside it.
  bool are_cells(std::size_t line, std::size_t next) const {
    return has_neighbour(line, false) || has_neighbour(next, false);
  }

  // Returns the place of a line with those that stand close beside it in its row.
  Rect part_of_row(std::size_t line) const {
    Rect whole = lines_[line].bounds;
    const int low = bottom(whole);
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t i = first_beside(line); i < lines_.size() && lines_[i].bounds.y < low; ++i) {
        const Rect& other = lines_[i].bounds;
        if (other.x >= whole.x && right(other) <= right(whole)) continue;
        if (!belong_together(whole, other) && !belong_together(other, whole)) continue;
        whole = bounding(whole, other);
        grown = true;
      }
    }
    return whole;
  }

  // Returns whether a line begins the next row of a window that stands beside others, in which the
  // row above may be indented and have several parts.
  bool is_next_in_window(std::size_t line, const Rect& row, std::size_t next) const {
    const Rect& other = lines_[next].bounds;
    if (!is_long(row) || right(lines_[line].bounds) < right(row) || right(other) > right(row))
      return false;
    if (other.x > row.x + row.height || other.x < window_of(row).x) return false;
    if (part_of_row(next).x < other.x) return false;
    for (std::size_t i = first_beside(line); i < lines_.size() && lines_[i].bounds.y < bottom(row);
         ++i) {
      const Rect& beside = lines_[i].bounds;
      if (same_row(row, beside) && beside.x < row.x && right(beside) > other.x) return false;
    }
    return true;
  }

  // Returns how the last line of a row may hang together with the first one of the next row. A
  // word for which there was room is no rest of the one before. `within`: what else counts.
  LineLinks links_to_next_row(std::size_t line, std::size_t first, const Rect& within) const {
    LineLinks links = links_[line];
    const Rect& own = lines_[line].bounds;
    const bool words = links.bare_word && links_[first].bare_word && are_cells(line, first);
    const int room = words ? furthest_right_near(line, within) - right(own) : 0;
    if (words && room > lines_[first].bounds.width + own.height)
      links.end &= static_cast<std::uint8_t>(~kNumberLink);
    return links;
  }

  // Returns where the longest of the rows around a line ends, among those that lie above or below
  // of what is `within`.
  int furthest_right_near(std::size_t line, const Rect& within) const {
    const Rect& own = lines_[line].bounds;
    const int reach = static_cast<int>(own.height * kMaxGap * kRowsAround);
    int furthest = right(own);
    const auto look = [&](std::size_t i) {
      const Rect& other = lines_[i].bounds;
      if (std::abs(other.y - own.y) > reach) return false;
      if (same_size(own, other) && overlaps(within, other))
        furthest = std::max(furthest, right(other));
      return true;
    };
    for (std::size_t i = line; i > 0 && look(i - 1);) --i;
    for (std::size_t i = line + 1; i < lines_.size() && look(i);) ++i;
    return furthest;
  }

  // Returns how a line may hang together with one below it. Most numbers of a table have nothing to
  // do with those below them, and some pairs would pass for a number that was broken.
  LineLinks links_below(std::size_t line, std::size_t below) const {
    LineLinks links = links_[line];
    const bool words = !links.bare_word || !links_[below].bare_word;
    if (are_cells(line, below) && !in_one_column(lines_[line].bounds, lines_[below].bounds, words))
      links.end &= static_cast<std::uint8_t>(~kNumberLink);
    return links;
  }

  // Returns what goes on in the same row: the rest of the line, or the value of a label.
  std::size_t behind(std::size_t line) const {
    const Rect& own = lines_[line].bounds;
    std::size_t next = lines_.size();
    for (std::size_t i = first_beside(line); i < lines_.size() && lines_[i].bounds.y < bottom(own);
         ++i) {
      if (i == line || !is_behind(own, lines_[i].bounds, kMaxColumn)) continue;
      if (next == lines_.size() || lines_[i].bounds.x < lines_[next].bounds.x) next = i;
    }
    if (next == lines_.size()) return next;
    const bool label = (links_[line].end & links_[next].begin & kPasswordLink) != 0;
    return label || belong_together(own, lines_[next].bounds) ? next : lines_.size();
  }

  void add(std::vector<std::size_t>& found, std::size_t next, LineLinks links) const {
    if (found.size() == kMaxBranches || !may_join(links, links_[next])) return;
    if (std::find(found.begin(), found.end(), next) == found.end()) found.push_back(next);
  }

  // Returns a line and the cells below it in its column of a table.
  std::vector<std::size_t> column_of(std::size_t head) const {
    std::vector<std::size_t> column{head};
    for (std::size_t i = head + 1; i < lines_.size() && column.size() < kMaxLength; ++i) {
      const Rect& last = lines_[column.back()].bounds;
      const Rect& other = lines_[i].bounds;
      if (other.y > bottom(last) + last.height * kMaxRowGap) break;
      if (same_row(last, other) || other.y <= last.y || !same_size(last, other)) continue;
      const bool aligned =
          column.size() == 1 ? overlaps(last, other) : nearly_equal(last.x, other.x, last);
      if (!aligned || !has_neighbour(i, false)) continue;
      if (links_[i].password_label) break;  // it has a column of its own
      column.push_back(i);
    }
    return column;
  }

  std::vector<std::size_t> chain_of(std::size_t line, std::size_t next) {
    std::vector<std::size_t> chain{line};
    for (;;) {
      covered_.emplace(chain.back(), next);
      chain.push_back(next);
      if (chain.size() == kMaxLength || next_[next].empty() || !goes_through(chain)) return chain;
      next = next_[next].front();
    }
  }

  bool goes_through(const std::vector<std::size_t>& chain) const {
    const std::size_t last = chain.back();
    const Rect& own = lines_[last].bounds;
    if (same_row(lines_[chain[chain.size() - 2]].bounds, own) ||
        same_row(own, lines_[next_[last].front()].bounds))
      return true;
    const LineLinks links = links_[last];
    return ((links.begin & kBlockLink) != 0 && (links.end & (kKeyLink | kBlockLink)) != 0) ||
           (links.begin & links.end & kCustomLink) != 0;
  }

  const std::vector<TextLine>& lines_;
  const std::vector<LineLinks>& links_;
  std::vector<std::vector<std::size_t>> next_;
  std::set<std::pair<std::size_t, std::size_t>> covered_;
};

}  // namespace

bool same_row(const Rect& one, const Rect& other) {
  const int shared = std::min(bottom(one), bottom(other)) - std::max(one.y, other.y);
  return shared * 2 > std::min(one.height, other.height);
}

bool belong_together(const Rect& first, const Rect& second) {
  return is_behind(first, second, kMaxBlank);
}

std::vector<std::vector<std::size_t>> find_line_chains(const std::vector<TextLine>& lines,
                                                       const std::vector<LineLinks>& links) {
  return Chains(lines, links).all();
}

}  // namespace native

#include "native/atspi/lost_padding.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <optional>

namespace native::atspi {
namespace {

constexpr int kWidest = 24;  // pixels of a padding
constexpr int kUneven = 8;   // by which paddings of two sides differ more than those of the others
constexpr int kOverhang = 2;

struct Offset {
  int right = 0;
  int down = 0;
};

// What is in an element, as told, from the element's own corner.
struct Content {
  Rect area;
  int count = 0;
  bool is_column = true;  // each is as wide as all together
  bool is_row = true;     // each is as high
};

// Bounds of what is not laid out are told at random.
bool is_laid_out(const Rect& inner, const Rect& holder) {
  return !inner.empty() && inner.width <= 2 * holder.width + kWidest &&
         inner.height <= 2 * holder.height + kWidest;
}

bool is_edge(int free) { return free > 0 && free % 2 == 0 && free / 2 <= kWidest; }

// Returns the padding around what is in an element.
Offset padding_of(const Rect& holder, const Content& content) {
  if (content.count == 0 || content.area.x != 0 || content.area.y != 0) return {};
  const int beside = holder.width - content.area.width;
  const int above = holder.height - content.area.height;
  const bool fills = content.count == 1 || !(content.is_column || content.is_row) ||
                     std::abs(beside - above) <= kUneven;
  if (is_edge(beside) && is_edge(above) && fills) return {beside / 2, above / 2};
  // Most paddings are the same on all sides, and there may be room at the end.
  if (content.is_column && is_edge(beside) && above > beside) return {beside / 2, beside / 2};
  if (content.is_row && is_edge(above) && beside > above) return {above / 2, above / 2};
  // Beside a single element there may be room that it does not fill.
  if (content.count == 1 && beside == 0 && is_edge(above)) return {0, above / 2};
  return {};
}

// Takes the edges from what stands out of its parent a little on all sides, as title bars do.
Rect without_overhang(const Rect& inner) {
  const int right = inner.x < 0 && inner.x >= -kOverhang ? -inner.x : 0;
  const int down = inner.y < 0 && inner.y >= -kOverhang ? -inner.y : 0;
  return {inner.x + right, inner.y + down, inner.width - 2 * right, inner.height - 2 * down};
}

class Paddings {
 public:
  explicit Paddings(const std::vector<Node>& nodes) : nodes_(nodes), contents_(nodes.size()) {
    for (std::size_t i = 0; i < nodes.size(); ++i)
      if (nodes[i].parent >= 0) add(nodes[i], static_cast<std::size_t>(nodes[i].parent));
  }

  Offset around(std::size_t holder) const {
    return nodes_[holder].extents ? padding_of(*nodes_[holder].extents, contents_[holder])
                                  : Offset{};
  }

  // Returns by how far an element is told beside what it fills.
  Offset beside(std::size_t place) const {
    const std::optional<Rect>& inner = nodes_[place].extents;
    const std::optional<Rect>& outer =
        nodes_[static_cast<std::size_t>(nodes_[place].parent)].extents;
    if (!inner || !outer || inner->width != outer->width || inner->height != outer->height)
      return {};
    return {outer->x - inner->x, outer->y - inner->y};
  }

 private:
  void add(const Node& node, std::size_t holder) {
    const std::optional<Rect>& outer = nodes_[holder].extents;
    if (!node.extents || !outer || !is_laid_out(*node.extents, *outer)) return;
    Rect inner = *node.extents;
    inner.x -= outer->x;
    inner.y -= outer->y;
    inner = without_overhang(inner);
    Content& content = contents_[holder];
    const Rect before = content.count++ == 0 ? inner : content.area;
    content.area = bounding(before, inner);
    const auto is_all = [&](int Rect::* start, int Rect::* length) {
      return before.*start == inner.*start && before.*length == inner.*length;
    };
    content.is_column = content.is_column && is_all(&Rect::x, &Rect::width);
    content.is_row = content.is_row && is_all(&Rect::y, &Rect::height);
  }

  const std::vector<Node>& nodes_;
  std::vector<Content> contents_;
};

}  // namespace

bool loses_padding(const std::string& version) {
  constexpr int kFirst = 16;  // 4.14 was seen to be right, 4.24 not
  int major = 0, minor = 0;
  const char* const end = version.data() + version.size();
  const auto read = std::from_chars(version.data(), end, major);
  if (read.ec != std::errc{} || read.ptr == end || *read.ptr != '.') return false;
  std::from_chars(read.ptr + 1, end, minor);
  return major == 4 && minor >= kFirst;
}

void restore_padding(std::vector<Node>& nodes) {
  const Paddings paddings(nodes);
  std::vector<Offset> offsets(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent < 0) continue;
    const auto holder = static_cast<std::size_t>(nodes[i].parent);
    const Offset around = paddings.around(holder), beside = paddings.beside(i);
    offsets[i] = {offsets[holder].right + around.right + beside.right,
                  offsets[holder].down + around.down + beside.down};
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i].extents) continue;
    nodes[i].extents->x += offsets[i].right;
    nodes[i].extents->y += offsets[i].down;
  }
}

}  // namespace native::atspi

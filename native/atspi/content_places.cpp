#include "native/atspi/content_places.hpp"

#include <cstddef>
#include <optional>

#include "native/atspi/names.hpp"

namespace native::atspi {
namespace {

// What holds for an element and for all that is in it.
struct Place {
  int right = 0;  // pixels to add
  int down = 0;
  bool in_root_pane = false;
  bool hidden = false;
};

// Returns by how far an element is told from the element that holds it, when both have one size.
std::optional<Place> apart(const std::optional<Rect>& inner, const std::optional<Rect>& outer) {
  if (!inner || !outer || inner->width != outer->width || inner->height != outer->height)
    return std::nullopt;
  return Place{outer->x - inner->x, outer->y - inner->y};
}

Place place_of(const Node& node, const Node& holder, const Place& around) {
  Place own = around;
  const std::optional<Place> off = apart(node.extents, holder.extents);
  if (node.role == kRootPane) {
    own.in_root_pane = true;
    if (off) own.right = off->right, own.down = off->down;
  } else if (off && (own.right != 0 || own.down != 0) && off->right == -own.right &&
             off->down == -own.down) {
    own.right = own.down = 0;
  }
  own.hidden = own.hidden || (own.in_root_pane && node.role == kMenuBar && !node.extents);
  return own;
}

}  // namespace

void correct_places(std::vector<Node>& nodes) {
  std::vector<Place> places(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent < 0) continue;
    const auto holder = static_cast<std::size_t>(nodes[i].parent);
    places[i] = place_of(nodes[i], nodes[holder], places[holder]);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    std::optional<Rect>& extents = nodes[i].extents;
    if (places[i].hidden) extents.reset();
    if (!extents) continue;
    extents->x += places[i].right;
    extents->y += places[i].down;
  }
}

}  // namespace native::atspi

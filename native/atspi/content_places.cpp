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

// Returns whether elements of a role show a part of what they hold.
bool is_view(std::uint32_t role) {
  switch (role) {
    case kLayeredPane:
    case kList:
    case kListBox:
    case kScrollPane:
    case kTable:
    case kTree:
    case kTreeTable:
    case kViewport:
      return true;
    default:
      return false;
  }
}

bool is_outside(const std::optional<Rect>& inner, const std::optional<Rect>& view) {
  return inner && view && !inner->empty() && !view->empty() && intersection(*inner, *view).empty();
}

// Qt calls all items of a view shown, with places below or above it. The nearest view alone is
// asked: menus of web pages are lists in lists, and lie outside of those.
void hide_scrolled_out(std::vector<Node>& nodes) {
  std::vector<std::ptrdiff_t> views(nodes.size(), -1);
  std::vector<bool> outside(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent < 0) continue;
    const auto holder = static_cast<std::size_t>(nodes[i].parent);
    views[i] = is_view(nodes[holder].role) ? nodes[i].parent : views[holder];
    outside[i] = views[i] >= 0 &&
                 is_outside(nodes[i].extents, nodes[static_cast<std::size_t>(views[i])].extents);
  }
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (outside[i]) nodes[i].extents.reset();
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
  hide_scrolled_out(nodes);
}

}  // namespace native::atspi

#include "native/x11/windows/placement.hpp"

#include <xcb/shape.h>

#include <algorithm>
#include <string>
#include <utility>

#include "native/desktop/error.hpp"
#include "native/x11/connection/property.hpp"
#include "native/x11/windows/displays.hpp"
#include "native/x11/windows/window_details.hpp"

namespace native::x11 {
namespace {

constexpr int kMaxLevels = 32;

struct LevelQuestions {
  LevelQuestions(xcb_connection_t* c, xcb_window_t window, xcb_window_t root, bool shaped)
      : tree(c, xcb_query_tree(c, window)),
        attributes(c, xcb_get_window_attributes(c, window)),
        geometry(c, xcb_get_geometry(c, window)),
        position(c, xcb_translate_coordinates(c, window, root, 0, 0)) {
    if (shaped) shape.emplace_back(c, xcb_shape_get_rectangles(c, window, XCB_SHAPE_SK_BOUNDING));
  }
  Ask<xcb_query_tree_reply> tree;
  Ask<xcb_get_window_attributes_reply> attributes;
  Ask<xcb_get_geometry_reply> geometry;
  Ask<xcb_translate_coordinates_reply> position;
  std::vector<Ask<xcb_shape_get_rectangles_reply>> shape;  // one, if the server supports shapes
};

// Requests the areas of the windows above one of the chain. Sent together, because each reply alone
// would take a round trip.
class CoverQuestions {
 public:
  // `covers` must be children of one parent.
  CoverQuestions(xcb_connection_t* c, std::vector<xcb_window_t> covers)
      : windows_(std::move(covers)) {
    for (const xcb_window_t cover : windows_) {
      attributes_.emplace_back(c, xcb_get_window_attributes(c, cover));
      geometries_.emplace_back(c, xcb_get_geometry(c, cover));
    }
  }

  // Returns the areas of those that are mapped and drawable; `parent` is the parent's area. Adds
  // pop-ups among them to `popups`, too.
  std::vector<Rect> areas(const Rect& parent, std::vector<Popup>& popups) {
    std::vector<Rect> result;
    for (std::size_t i = 0; i < attributes_.size(); ++i) {
      const auto attribute = attributes_[i].wait();
      const auto geometry = geometries_[i].wait();
      if (!attribute || !geometry) continue;
      if (attribute->map_state == XCB_MAP_STATE_UNMAPPED) continue;
      if (attribute->_class == XCB_WINDOW_CLASS_INPUT_ONLY) continue;
      result.push_back({parent.x + geometry->x, parent.y + geometry->y,
                        geometry->width + 2 * geometry->border_width,
                        geometry->height + 2 * geometry->border_width});
      if (attribute->override_redirect != 0) popups.push_back({windows_[i], result.back()});
    }
    return result;
  }

 private:
  std::vector<xcb_window_t> windows_;
  std::vector<Ask<xcb_get_window_attributes_reply>> attributes_;
  std::vector<Ask<xcb_get_geometry_reply>> geometries_;
};

std::vector<xcb_window_t> above(const xcb_query_tree_reply_t* tree, xcb_window_t window) {
  const auto children =
      items<xcb_window_t>(*tree, xcb_query_tree_children(tree), tree->children_len);
  const auto self = std::find(children.begin(), children.end(), window);
  if (self == children.end()) return {};
  return {self + 1, children.end()};
}

std::optional<Region> shape_of(const Level& level, const xcb_shape_get_rectangles_reply_t* reply) {
  if (reply == nullptr) return std::nullopt;
  const auto rectangles = items<xcb_rectangle_t>(*reply, xcb_shape_get_rectangles_rectangles(reply),
                                                 reply->rectangles_len);
  Region shape;
  Region missing(level.area);
  for (const xcb_rectangle_t& rectangle : rectangles) {
    const Rect part{level.area.x + rectangle.x, level.area.y + rectangle.y, rectangle.width,
                    rectangle.height};
    // The server's rectangles do not overlap.
    shape.add_disjoint(intersection(part, level.area));
    missing.subtract(part);
  }
  return missing.empty() ? std::nullopt : std::optional<Region>(std::move(shape));
}

// Returns all of `area` when `seen` is inexact, because it then contains too much.
Region all_but(const Rect& area, const Region& seen) {
  Region hidden(area);
  if (seen.exact()) hidden.subtract(seen);
  return hidden;
}

}  // namespace

void throw_window_gone(std::uint64_t window) {
  throw Error("WINDOW_NOT_FOUND", "window " + std::to_string(window) + " does not exist",
              "List the windows again: a window that was closed and opened again has another id.",
              {{"reason", "gone"}, {"window", std::to_string(window)}});
}

Region Placement::hidden_in(const Rect& area, std::size_t level) const {
  Region seen(area);
  for (std::size_t i = 0; i < level; ++i) {
    for (const Rect& cover : levels[i].covers) seen.subtract(cover);
    seen.cut_to(levels[i + 1].area);
    if (levels[i + 1].shape) seen.cut_to(*levels[i + 1].shape);
  }
  return hidden_of_client(area, seen);
}

Region Placement::hidden_of_client(const Rect& area, const Region& seen) const {
  Region hidden = all_but(area, seen);
  if (client().shape) hidden.cut_to(*client().shape);
  return hidden;
}

Region Placement::hidden_on_screen(const Rect& area) const {
  Region seen(area);
  const Region inside = hidden_in(area, levels.size() - 1);
  if (!inside.exact()) return Region(area);
  seen.subtract(inside);
  for (const Rect& cover : top().covers) seen.subtract(cover);
  seen.cut_to(screen);
  return hidden_of_client(area, seen);
}

namespace {

Level level_of(xcb_window_t window, LevelQuestions& questions, Placement& placement) {
  const auto attributes = questions.attributes.wait();
  const auto geometry = questions.geometry.wait();
  const auto position = questions.position.wait();
  if (!attributes || !geometry || !position) throw_window_gone(window);
  Level level;
  level.window = window;
  level.area = {position->dst_x, position->dst_y, geometry->width, geometry->height};
  level.border = geometry->border_width;
  level.depth = geometry->depth;
  level.visual = attributes->visual;
  level.colormap = attributes->colormap;
  if (!questions.shape.empty()) level.shape = shape_of(level, questions.shape[0].wait().get());
  if (placement.levels.empty()) {
    placement.viewable = attributes->map_state == XCB_MAP_STATE_VIEWABLE;
    placement.can_show = attributes->_class != XCB_WINDOW_CLASS_INPUT_ONLY;
  }
  return level;
}

}  // namespace

// Reads the chain up to the root's child, with the windows that cover each. Sends all requests
// known to be needed before it waits: two round trips for a framed window, a third when another
// window covers it inside its frame.
Placement study_placement(Connection& connection, xcb_window_t window) {
  Placement placement;
  xcb_connection_t* c = connection.raw();
  const xcb_window_t root = connection.root();
  AskProperty shadow =
      ask_property(connection, window, connection.atom(Atom::kGtkFrameExtents), 16);
  Ask<xcb_query_tree_reply> asked_top(c, xcb_query_tree(c, root));
  Ask<xcb_get_geometry_reply> asked_screen(c, xcb_get_geometry(c, root));
  LevelQuestions first(c, window, root, connection.extensions().shape);
  const auto top = asked_top.wait();
  const auto screen = asked_screen.wait();
  if (!top || !screen) throw ConnectionLost{};
  placement.screen = {0, 0, screen->width, screen->height};
  placement.screen_depth = connection.screen().root_depth;

  std::vector<CoverQuestions> covers;
  xcb_window_t current = window;
  for (int depth = 0; depth < kMaxLevels && current != root; ++depth) {
    LevelQuestions questions =
        depth == 0 ? std::move(first)
                   : LevelQuestions(c, current, root, connection.extensions().shape);
    CoverQuestions over_top(c, above(top.get(), current));
    const auto tree = questions.tree.wait();
    if (!tree) throw_window_gone(window);
    if (depth > 0) covers.emplace_back(c, above(tree.get(), placement.levels.back().window));
    placement.levels.push_back(level_of(current, questions, placement));
    current = tree->parent;
    if (current == root) covers.push_back(std::move(over_top));
  }
  if (placement.levels.empty() || covers.size() < placement.levels.size())
    throw_window_gone(window);
  for (std::size_t i = 0; i < covers.size(); ++i) {
    const bool last = i + 1 == covers.size();
    std::vector<Popup> inner;
    placement.levels[i].covers = covers[i].areas(last ? Rect{} : placement.levels[i + 1].area,
                                                 last ? placement.popups : inner);
  }
  placement.shadow_free = shrink(placement.client().area, extents_of(shadow.wait().get()));
  return placement;
}

}  // namespace native::x11

#include "native/x11/capture/window_cover.hpp"

#include <xcb/shape.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "native/x11/connection/property.hpp"

namespace native::x11 {
namespace {

constexpr int kArgbDepth = 32;
constexpr std::uint32_t kMaxRegionBytes = 16 * 4096;
// A frame holds its client directly or one window further in.
constexpr int kMaxInnerDepth = 2;
constexpr int kMaxSide = 65535;

// Asks where a child of the root is.
struct PlaceQuestion {
  PlaceQuestion(KnownAnswers& answers, xcb_window_t window)
      : attributes(answers.class_and_map_state(window)), geometry(answers.geometry(window)) {}
  KnownAttributes attributes;
  KnownGeometry geometry;
};

// Asks what a window shows there.
struct ShapeQuestion {
  ShapeQuestion(Connection& connection, xcb_window_t window, bool composited) {
    xcb_connection_t* c = connection.raw();
    if (connection.extensions().shape) {
      extents.emplace(c, xcb_shape_query_extents(c, window));
      shape.emplace(c, xcb_shape_get_rectangles(c, window, XCB_SHAPE_SK_BOUNDING));
    }
    if (composited) tree.emplace(connection.known_answers().tree(window));
  }
  // Servers of X.Org state the rectangle of a window without a shape too small by its border, so
  // the rectangles count only for a window that has one.
  std::optional<Ask<xcb_shape_query_extents_reply>> extents;
  std::optional<Ask<xcb_shape_get_rectangles_reply>> shape;
  std::optional<KnownTree> tree;
};

// Asks about the translucency of a child of the root, and of the windows inside it.
struct AlphaQuestion {
  AlphaQuestion(Connection& connection, xcb_window_t window)
      : opacity(ask_property(connection, window, connection.atom(Atom::kNetWmWindowOpacity), 4)),
        opaque(ask_property(connection, window, connection.atom(Atom::kNetWmOpaqueRegion),
                            kMaxRegionBytes)),
        position(connection.raw(),
                 xcb_translate_coordinates(connection.raw(), window, connection.root(), 0, 0)) {}
  AskProperty opacity, opaque;
  Ask<xcb_translate_coordinates_reply> position;
};

Region shape_of(const xcb_shape_get_rectangles_reply_t* reply, const Rect& bounds, int border) {
  if (reply == nullptr) return Region(bounds);
  const auto rectangles = items<xcb_rectangle_t>(*reply, xcb_shape_get_rectangles_rectangles(reply),
                                                 reply->rectangles_len);
  Region shape;
  for (const xcb_rectangle_t& part : rectangles)
    // The server's rectangles do not overlap.
    shape.add_disjoint(intersection(
        {bounds.x + border + part.x, bounds.y + border + part.y, part.width, part.height}, bounds));
  return shape;
}

int bounded(std::uint32_t number) {
  return number > kMaxSide ? kMaxSide : static_cast<int>(number);
}

// Adds the opaque parts that one window states, whose upper left corner is at (x, y). They may
// overlap.
void add_stated(const xcb_get_property_reply_t* reply, int x, int y, std::vector<Rect>& parts) {
  const std::vector<std::uint32_t> numbers = numbers_of(reply);
  for (std::size_t i = 0; i + 4 <= numbers.size(); i += 4) {
    const Rect part{x + static_cast<std::int16_t>(numbers[i]),
                    y + static_cast<std::int16_t>(numbers[i + 1]), bounded(numbers[i + 2]),
                    bounded(numbers[i + 3])};
    if (!part.empty()) parts.push_back(part);
  }
}

Region common(const Region& shape, const std::vector<Rect>& parts) {
  Region hidden = shape;
  Region rest = shape;
  for (const Rect& part : parts) rest.subtract(part);
  if (!rest.exact()) return {};
  hidden.subtract(rest);
  return hidden.exact() ? hidden : Region();
}

std::vector<xcb_window_t> inner_windows(Connection& connection, KnownTree& asked) {
  std::vector<xcb_window_t> all;
  std::vector<xcb_window_t> level;
  const auto take = [&](KnownTree& ask) {
    const auto reply = ask.wait();
    if (!reply) return;
    const auto found =
        items<xcb_window_t>(*reply, xcb_query_tree_children(reply.get()), reply->children_len);
    level.insert(level.end(), found.begin(), found.end());
  };
  take(asked);
  for (int depth = 1; depth < kMaxInnerDepth; ++depth) {
    std::vector<KnownTree> deeper;
    for (const xcb_window_t window : level)
      deeper.push_back(connection.known_answers().tree(window));
    all.insert(all.end(), level.begin(), level.end());
    level.clear();
    for (auto& each : deeper) take(each);
  }
  all.insert(all.end(), level.begin(), level.end());
  return all;
}

// Returns what a window hides although a compositor may draw it translucent.
Region opaque_part(Connection& connection, xcb_window_t window, ShapeQuestion& question, int depth,
                   const Region& shape) {
  std::vector<AlphaQuestion> asked;
  asked.emplace_back(connection, window);
  for (const xcb_window_t inner : inner_windows(connection, *question.tree))
    asked.emplace_back(connection, inner);
  std::vector<Rect> stated;
  for (AlphaQuestion& each : asked) {
    if (number_of(each.opacity.wait().get()).value_or(0xFFFFFFFF) != 0xFFFFFFFF) return {};
    const auto opaque = each.opaque.wait();
    const auto position = each.position.wait();
    if (position) add_stated(opaque.get(), position->dst_x, position->dst_y, stated);
  }
  return depth == kArgbDepth ? common(shape, stated) : shape;
}

bool covers_any(const Rect& bounds, const std::vector<Rect>& below) {
  return std::any_of(below.begin(), below.end(),
                     [&](const Rect& each) { return !intersection(each, bounds).empty(); });
}

// A window whose shape matters.
struct Shown {
  std::size_t place;
  int border, depth;
  bool covers;  // an excluded window
  ShapeQuestion question;
};

// Fills in `bounds`, and sends the questions about the shapes of windows that matter.
std::vector<Shown> read_bounds(Connection& connection, const std::vector<xcb_window_t>& windows,
                               const std::vector<bool>& excluded, bool composited,
                               std::vector<WindowCover>& covers) {
  std::vector<PlaceQuestion> asked;
  asked.reserve(windows.size());
  for (const xcb_window_t window : windows) asked.emplace_back(connection.known_answers(), window);
  std::vector<Shown> shown;
  std::vector<Rect> below;  // excluded windows
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const auto attributes = asked[i].attributes.wait();
    const auto geometry = asked[i].geometry.wait();
    if (!attributes || !geometry) continue;
    if (attributes->map_state == XCB_MAP_STATE_UNMAPPED) continue;
    if (attributes->_class == XCB_WINDOW_CLASS_INPUT_ONLY) continue;
    const int border = geometry->border_width;
    const Rect bounds{geometry->x, geometry->y, geometry->width + 2 * border,
                      geometry->height + 2 * border};
    covers[i].bounds = bounds;
    const bool covering = covers_any(bounds, below);
    if (covering || excluded[i])
      shown.push_back({i, border, geometry->depth, covering,
                       ShapeQuestion(connection, windows[i], composited)});
    if (excluded[i]) below.push_back(bounds);
  }
  return shown;
}

}  // namespace

std::vector<WindowCover> read_covers(Connection& connection,
                                     const std::vector<xcb_window_t>& windows,
                                     const std::vector<bool>& excluded, bool composited) {
  std::vector<WindowCover> covers(windows.size());
  for (Shown& each : read_bounds(connection, windows, excluded, composited, covers)) {
    WindowCover& cover = covers[each.place];
    Owned<xcb_shape_get_rectangles_reply_t> shape;
    if (each.question.shape) {
      const auto extents = each.question.extents->wait();
      shape = each.question.shape->wait();
      if (extents && extents->bounding_shaped == 0) shape.reset();
    }
    cover.shape = shape_of(shape.get(), cover.bounds, each.border);
    if (!each.covers) continue;
    cover.opaque = composited ? opaque_part(connection, windows[each.place], each.question,
                                            each.depth, cover.shape)
                              : cover.shape;
  }
  return covers;
}

}  // namespace native::x11

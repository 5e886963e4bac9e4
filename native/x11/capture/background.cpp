#include "native/x11/capture/background.hpp"

#include <xcb/composite.h>
#include <xcb/shape.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "native/x11/capture/pixel_format.hpp"

namespace native::x11 {
namespace {

// A window with more inner windows is taken to be painted by its application.
constexpr std::size_t kMaxBackgroundWindows = 1024;
// Rows are compared in pieces of at most this many bytes.
constexpr std::size_t kPiece = 1 << 20;

Region part_of(const Region& region, const Rect& area) {
  Region part = region;
  part.cut_to(area);
  return part;
}

void add(Region& to, const Region& region) {
  for (const Rect& part : region.parts()) to.add_disjoint(part);
}

bool asks(const xcb_get_window_attributes_reply_t& attributes) {
  return (attributes.all_event_masks & XCB_EVENT_MASK_EXPOSURE) != 0;
}

}  // namespace

struct Background::Questions {
  Questions(Connection& connection, xcb_window_t window)
      : attributes(connection.raw(), xcb_get_window_attributes(connection.raw(), window)),
        geometry(connection.raw(), xcb_get_geometry(connection.raw(), window)),
        shape(connection.raw(), xcb_shape_query_extents(connection.raw(), window)) {}
  Ask<xcb_get_window_attributes_reply> attributes;
  Ask<xcb_get_geometry_reply> geometry;
  Ask<xcb_shape_query_extents_reply> shape;
};

Background::Background(Connection& connection, const Level& level)
    : connection_(connection),
      level_(level),
      area_{0, 0, level.area.width, level.area.height},
      untouched_(area_) {}

Region Background::never_asked() {
  Region region;
  if (!look()) return region;
  for (const Inner& inner : inner_)
    if (!inner.asked) add(region, inner.pixels);
  return region;
}

Region Background::left_alone() {
  Region region;
  if (!untouched_.exact() || !look()) return region;
  const bool others = std::any_of(inner_.begin(), inner_.end(), [&](const Inner& inner) {
    Region rest = inner.pixels;
    rest.cut_to(untouched_);
    return inner.asked && !inner.pixels.empty() && rest.empty();
  });
  if (!others) return region;
  for (const Inner& inner : inner_)
    if (!touched(inner.pixels)) add(region, inner.pixels);
  return region;
}

Region Background::picture(const Region& hidden) {
  if (!untouched_.exact() || touched(Region(area_)) || one_colour(hidden)) return {};
  return Region(area_);
}

bool Background::touched(const Region& pixels) const {
  Region rest = pixels;
  rest.subtract(untouched_);
  return !rest.empty();
}

// Reads the window tree. Returns false when it cannot be judged.
bool Background::look() {
  inner_.clear();
  if (!connection_.extensions().shape) return false;
  Ask<xcb_get_window_attributes_reply> asked(
      connection_.raw(), xcb_get_window_attributes(connection_.raw(), level_.window));
  const auto attributes = asked.wait();
  if (!attributes) return false;
  inner_.push_back({level_.window, 0, 0, Region(area_), asks(*attributes)});
  for (std::size_t place = 0; place < inner_.size(); ++place)
    if (!look_into(place)) return false;
  // An inexact region contains too much.
  return std::all_of(inner_.begin(), inner_.end(),
                     [](const Inner& inner) { return inner.pixels.exact(); });
}

bool Background::look_into(std::size_t place) {
  if (inner_[place].window == XCB_WINDOW_NONE) return true;
  Ask<xcb_query_tree_reply> asked(connection_.raw(),
                                  xcb_query_tree(connection_.raw(), inner_[place].window));
  const auto tree = asked.wait();
  if (!tree || inner_.size() + tree->children_len > kMaxBackgroundWindows) return false;
  const xcb_window_t* children = xcb_query_tree_children(tree.get());
  std::vector<Questions> questions;
  for (int i = 0; i < tree->children_len; ++i) questions.emplace_back(connection_, children[i]);
  Inner parent = inner_[place];
  // Children are listed bottom to top.
  for (int i = tree->children_len - 1; i >= 0; --i)
    take_child(parent, children[i], questions[static_cast<std::size_t>(i)]);
  inner_[place].pixels = parent.pixels;
  return true;
}

void Background::take_child(Inner& parent, xcb_window_t window, Questions& questions) {
  const auto attributes = questions.attributes.wait();
  const auto geometry = questions.geometry.wait();
  const auto shape = questions.shape.wait();
  if (!attributes || !geometry || attributes->map_state == XCB_MAP_STATE_UNMAPPED ||
      attributes->_class == XCB_WINDOW_CLASS_INPUT_ONLY) {
    return;
  }
  const int border = geometry->border_width;
  const Rect outer{parent.x + geometry->x, parent.y + geometry->y, geometry->width + 2 * border,
                   geometry->height + 2 * border};
  const Rect inside{outer.x + border, outer.y + border, geometry->width, geometry->height};
  if (shape && shape->bounding_shaped == 0) {
    Region edge = part_of(parent.pixels, outer);
    edge.subtract(inside);
    inner_.push_back({XCB_WINDOW_NONE, 0, 0, std::move(edge), false});
    inner_.push_back(
        {window, inside.x, inside.y, part_of(parent.pixels, inside), asks(*attributes)});
  }
  parent.pixels.subtract(outer);
}

// Returns whether the window's storage has the same colour in all pixels of the region.
bool Background::one_colour(const Region& region) {
  xcb_connection_t* c = connection_.raw();
  const xcb_pixmap_t pixmap = xcb_generate_id(c);
  if (check(c, xcb_composite_name_window_pixmap_checked(c, level_.window, pixmap)) != 0)
    return true;
  const PixelConverter converter(
      layout_of(connection_, level_.depth, level_.visual, level_.colormap));
  std::optional<std::uint32_t> first;
  bool same = true;
  for (const Rect& part : region.parts()) {
    const std::size_t stride = converter.layout().stride(part.width);
    const int most = static_cast<int>(std::max<std::size_t>(1, kPiece / stride));
    for (int y = 0; same && y < part.height; y += most) {
      const int rows = std::min(most, part.height - y);
      Ask<xcb_get_image_reply> asked(
          c, xcb_get_image(c, XCB_IMAGE_FORMAT_Z_PIXMAP, pixmap,
                           static_cast<std::int16_t>(level_.border + part.x),
                           static_cast<std::int16_t>(level_.border + part.y + y),
                           static_cast<std::uint16_t>(part.width), static_cast<std::uint16_t>(rows),
                           ~std::uint32_t{0}));
      const auto reply = asked.wait();
      const std::size_t size = stride * static_cast<std::size_t>(rows);
      if (!reply || static_cast<std::size_t>(xcb_get_image_data_length(reply.get())) < size) break;
      std::vector<std::uint32_t> colours(static_cast<std::size_t>(part.width * rows));
      converter.convert(xcb_get_image_data(reply.get()), stride,
                        reinterpret_cast<std::uint8_t*>(colours.data()),
                        static_cast<std::size_t>(part.width) * 4, part.width, rows);
      if (!first) first = colours.front();
      same = std::all_of(colours.begin(), colours.end(),
                         [&](std::uint32_t colour) { return colour == *first; });
    }
  }
  xcb_free_pixmap(c, pixmap);
  return same;
}

}  // namespace native::x11

#include "native/x11/capture/pixel_format.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "native/desktop/error.hpp"

namespace native::x11 {
namespace {

constexpr std::uint32_t kOpaque = 0xFF000000;

const xcb_visualtype_t* find_visual(const xcb_setup_t* setup, xcb_visualid_t id) {
  auto screen = xcb_setup_roots_iterator(setup);
  for (; screen.rem > 0; xcb_screen_next(&screen)) {
    auto depth = xcb_screen_allowed_depths_iterator(screen.data);
    for (; depth.rem > 0; xcb_depth_next(&depth)) {
      auto visual = xcb_depth_visuals_iterator(depth.data);
      for (; visual.rem > 0; xcb_visualtype_next(&visual)) {
        if (visual.data->visual_id == id) return visual.data;
      }
    }
  }
  return nullptr;
}

[[noreturn]] void throw_unreadable(int depth) {
  throw Error("UNSUPPORTED", "pixels of depth " + std::to_string(depth) + " cannot be read",
              "Run the display server with a depth of 8, 16, 24 or 30.", {{"reason", "visual"}});
}

std::vector<std::uint32_t> read_palette(Connection& connection, xcb_colormap_t colormap,
                                        int entries) {
  std::vector<std::uint32_t> pixels(static_cast<std::size_t>(entries));
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint32_t>(i);
  xcb_connection_t* c = connection.raw();
  Ask<xcb_query_colors_reply> asked(
      c, xcb_query_colors(c, colormap, static_cast<std::uint32_t>(pixels.size()), pixels.data()));
  const auto reply = asked.wait();
  std::vector<std::uint32_t> result(256, kOpaque);
  if (!reply) return result;
  const auto colors =
      items<xcb_rgb_t>(*reply, xcb_query_colors_colors(reply.get()), reply->colors_len);
  for (std::size_t i = 0; i < std::min(colors.size(), result.size()); ++i) {
    const auto byte = [](std::uint16_t value) { return static_cast<std::uint32_t>(value >> 8); };
    result[i] =
        kOpaque | byte(colors[i].red) << 16 | byte(colors[i].green) << 8 | byte(colors[i].blue);
  }
  return result;
}

void force_opaque(std::uint8_t* row, int width) {
  for (int x = 0; x < width; ++x) {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, row + 4 * x, 4);
    pixel |= std::endian::native == std::endian::little ? kOpaque : 0xFFU;
    std::memcpy(row + 4 * x, &pixel, 4);
  }
}

void store(std::uint8_t* to, std::uint32_t value) {
  to[0] = static_cast<std::uint8_t>(value);
  to[1] = static_cast<std::uint8_t>(value >> 8);
  to[2] = static_cast<std::uint8_t>(value >> 16);
  to[3] = 0xFF;
}

}  // namespace

std::size_t PixelLayout::stride(int width) const {
  const auto bits = static_cast<std::size_t>(width) * static_cast<std::size_t>(bits_per_pixel);
  const auto pad = static_cast<std::size_t>(scanline_pad);
  return (bits + pad - 1) / pad * pad / 8;
}

bool PixelLayout::native_order() const {
  return bits_per_pixel == 32 && !big_endian && palette.empty() && red == 0xFF0000 &&
         green == 0xFF00 && blue == 0xFF;
}

PixelLayout layout_of(Connection& connection, int depth, xcb_visualid_t visual_id,
                      xcb_colormap_t colormap) {
  const xcb_setup_t* setup = xcb_get_setup(connection.raw());
  PixelLayout layout;
  layout.depth = depth;
  layout.bits_per_pixel = 0;
  layout.big_endian = setup->image_byte_order == XCB_IMAGE_ORDER_MSB_FIRST;
  auto format = xcb_setup_pixmap_formats_iterator(setup);
  for (; format.rem > 0; xcb_format_next(&format)) {
    if (format.data->depth != depth) continue;
    layout.bits_per_pixel = format.data->bits_per_pixel;
    layout.scanline_pad = format.data->scanline_pad;
  }
  const xcb_visualtype_t* visual = find_visual(setup, visual_id);
  const int bits = layout.bits_per_pixel;
  if (visual == nullptr || (bits != 8 && bits != 16 && bits != 24 && bits != 32))
    throw_unreadable(depth);
  layout.red = visual->red_mask;
  layout.green = visual->green_mask;
  layout.blue = visual->blue_mask;
  const bool true_color = visual->_class == XCB_VISUAL_CLASS_TRUE_COLOR;
  const bool direct_color = visual->_class == XCB_VISUAL_CLASS_DIRECT_COLOR;
  if (true_color || direct_color) return layout;
  if (bits != 8) throw_unreadable(depth);
  layout.palette = read_palette(connection, colormap, std::min<int>(visual->colormap_entries, 256));
  return layout;
}

PixelConverter::PixelConverter(PixelLayout layout)
    : layout_(std::move(layout)),
      red_(channel(layout_.red)),
      green_(channel(layout_.green)),
      blue_(channel(layout_.blue)) {}

PixelConverter::Channel PixelConverter::channel(std::uint32_t mask) {
  Channel result;
  result.mask = mask;
  if (mask == 0) return result;
  result.shift = std::countr_zero(mask);
  result.largest = mask >> result.shift;
  constexpr std::uint32_t kLargestTable = 0xFFF;
  if (result.largest > kLargestTable) return result;
  result.table.resize(result.largest + 1);
  for (std::uint32_t i = 0; i <= result.largest; ++i) {
    result.table[i] = static_cast<std::uint8_t>((i * 510 + result.largest) / (2 * result.largest));
  }
  return result;
}

std::uint32_t PixelConverter::Channel::value(std::uint32_t pixel) const {
  if (mask == 0) return 0;
  const std::uint32_t raw = (pixel & mask) >> shift;
  if (!table.empty()) return table[raw];
  return static_cast<std::uint32_t>((std::uint64_t{raw} * 510 + largest) /
                                    (2 * std::uint64_t{largest}));
}

std::uint32_t PixelConverter::read(const std::uint8_t* pixel) const {
  const int bytes = layout_.bits_per_pixel / 8;
  std::uint32_t value = 0;
  for (int i = 0; i < bytes; ++i) {
    const int place = layout_.big_endian ? bytes - 1 - i : i;
    value |= static_cast<std::uint32_t>(pixel[i]) << (8 * place);
  }
  return value;
}

void PixelConverter::convert(const std::uint8_t* from, std::size_t from_stride, std::uint8_t* to,
                             std::size_t to_stride, int width, int rows) const {
  const auto row_bytes = static_cast<std::size_t>(width) * 4;
  const int bytes = layout_.bits_per_pixel / 8;
  for (int y = 0; y < rows; ++y) {
    const std::uint8_t* source = from + static_cast<std::size_t>(y) * from_stride;
    std::uint8_t* target = to + static_cast<std::size_t>(y) * to_stride;
    if (layout_.native_order()) {
      if (source != target) std::memcpy(target, source, row_bytes);
      force_opaque(target, width);
      continue;
    }
    for (int x = 0; x < width; ++x) {
      const std::uint32_t pixel = read(source + x * bytes);
      const std::uint32_t value =
          layout_.palette.empty()
              ? red_.value(pixel) << 16 | green_.value(pixel) << 8 | blue_.value(pixel)
              : layout_.palette[pixel & 0xFF];
      store(target + 4 * x, value);
    }
  }
}

}  // namespace native::x11

#include "native/wayland/upright.hpp"

#include <cstring>
#include <utility>

namespace native::wayland {
namespace {

// Where the pixel of the upright picture at the upper left is in the buffer, and how far it is to
// the next one on the right and below, in pixels of the buffer.
struct Walk {
  int x = 0, y = 0;
  int right_x = 1, right_y = 0;
  int down_x = 0, down_y = 1;
};

// The compositor has turned the picture by `transform` (wl_output.transform); the walk undoes it.
Walk walk_of(std::uint32_t transform, int width, int height) {
  Walk walk;
  const auto mirror = [&](bool across) {
    if (across) {
      walk.x = width - 1 - walk.x;
      walk.right_x = -walk.right_x;
      walk.down_x = -walk.down_x;
    } else {
      walk.y = height - 1 - walk.y;
      walk.right_y = -walk.right_y;
      walk.down_y = -walk.down_y;
    }
  };
  if (transform % 2 == 1) {
    std::swap(walk.right_x, walk.right_y);
    std::swap(walk.down_x, walk.down_y);
  }
  switch (transform) {
    case WL_OUTPUT_TRANSFORM_90:
      mirror(false);
      break;
    case WL_OUTPUT_TRANSFORM_180:
      mirror(true);
      mirror(false);
      break;
    case WL_OUTPUT_TRANSFORM_270:
      mirror(true);
      break;
    case WL_OUTPUT_TRANSFORM_FLIPPED:
      mirror(true);
      break;
    case WL_OUTPUT_TRANSFORM_FLIPPED_90:
      break;
    case WL_OUTPUT_TRANSFORM_FLIPPED_180:
      mirror(false);
      break;
    case WL_OUTPUT_TRANSFORM_FLIPPED_270:
      mirror(true);
      mirror(false);
      break;
    default:
      break;
  }
  return walk;
}

bool has_alpha(std::uint32_t format) {
  return format == WL_SHM_FORMAT_ARGB8888 || format == WL_SHM_FORMAT_ABGR8888 ||
         format == WL_SHM_FORMAT_ARGB2101010 || format == WL_SHM_FORMAT_ABGR2101010;
}

// Returns one pixel as B, G, R, X from the lowest byte on.
std::uint32_t converted(const std::uint8_t* at, std::uint32_t format) {
  if (bytes_per_pixel(format) == 3) {
    // The formats are named from the highest byte down.
    const bool blue_first = format == WL_SHM_FORMAT_RGB888;
    return static_cast<std::uint32_t>(at[blue_first ? 0 : 2]) |
           static_cast<std::uint32_t>(at[1]) << 8 |
           static_cast<std::uint32_t>(at[blue_first ? 2 : 0]) << 16 | 0xFF000000U;
  }
  std::uint32_t value = 0;
  std::memcpy(&value, at, sizeof value);
  switch (format) {
    case WL_SHM_FORMAT_ABGR8888:
    case WL_SHM_FORMAT_XBGR8888:
      return (value & 0xFF00FF00U) | (value & 0xFFU) << 16 | (value >> 16 & 0xFFU);
    case WL_SHM_FORMAT_ARGB2101010:
    case WL_SHM_FORMAT_XRGB2101010:
    case WL_SHM_FORMAT_ABGR2101010:
    case WL_SHM_FORMAT_XBGR2101010: {
      const std::uint32_t low = value >> 2 & 0xFFU;
      const std::uint32_t middle = value >> 12 & 0xFFU;
      const std::uint32_t high = value >> 22 & 0xFFU;
      const bool blue_low =
          format == WL_SHM_FORMAT_ARGB2101010 || format == WL_SHM_FORMAT_XRGB2101010;
      return (blue_low ? low : high) | middle << 8 | (blue_low ? high : low) << 16 |
             (value >> 30) * 0x55U << 24;
    }
    default:
      return value;
  }
}

void turn(const RawPicture& raw, const Walk& walk, UprightPicture& picture) {
  const std::size_t pixel = bytes_per_pixel(raw.format);
  const auto step_right = static_cast<std::ptrdiff_t>(pixel) * walk.right_x +
                          static_cast<std::ptrdiff_t>(raw.stride) * walk.right_y;
  for (int y = 0; y < picture.height; ++y) {
    const std::uint8_t* from = raw.pixels +
                               static_cast<std::size_t>(walk.y + y * walk.down_y) * raw.stride +
                               static_cast<std::size_t>(walk.x + y * walk.down_x) * pixel;
    std::uint8_t* to = picture.pixels + static_cast<std::size_t>(y) * picture.stride;
    for (int x = 0; x < picture.width; ++x, from += step_right, to += 4) {
      const std::uint32_t value = converted(from, raw.format);
      std::memcpy(to, &value, sizeof value);
    }
  }
}

}  // namespace

UprightPicture upright(RawPicture raw) {
  UprightPicture picture;
  picture.method = raw.method;
  picture.width = raw.width;
  picture.height = raw.height;
  picture.pixels = raw.pixels;
  picture.stride = raw.stride;
  picture.has_alpha = has_alpha(raw.format);
  const bool ordered = raw.format == WL_SHM_FORMAT_ARGB8888 || raw.format == WL_SHM_FORMAT_XRGB8888;
  if (raw.transform == WL_OUTPUT_TRANSFORM_NORMAL && !raw.upside_down && ordered) {
    picture.buffer = std::move(raw.buffer);
    picture.turned = std::move(raw.bytes);
    return picture;
  }
  Walk walk = walk_of(raw.transform, raw.width, raw.height);
  if (raw.upside_down) {
    walk.y = raw.height - 1 - walk.y;
    walk.right_y = -walk.right_y;
    walk.down_y = -walk.down_y;
  }
  if (raw.transform % 2 == 1) std::swap(picture.width, picture.height);
  picture.stride = static_cast<std::size_t>(picture.width) * 4;
  picture.turned.resize(picture.stride * static_cast<std::size_t>(picture.height));
  picture.pixels = picture.turned.data();
  turn(raw, walk, picture);
  return picture;
}

}  // namespace native::wayland

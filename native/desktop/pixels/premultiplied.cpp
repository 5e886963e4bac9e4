#include "native/desktop/pixels/premultiplied.hpp"

#include <algorithm>
#include <cstring>

namespace native {
namespace {

// Toolkits round colours and alpha independently.
constexpr unsigned kRounding = 2;

}  // namespace

bool all_opaque(const std::uint8_t* pixels, int count) {
  std::uint32_t common = ~std::uint32_t{0};
  for (int i = 0; i < count; ++i) {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, pixels + 4 * i, 4);
    common &= pixel;
  }
  std::uint8_t bytes[4];
  std::memcpy(bytes, &common, 4);
  return bytes[3] == 255;
}

bool is_premultiplied(const std::uint8_t* pixels, int count) {
  for (const std::uint8_t* p = pixels; p != pixels + 4 * count; p += 4)
    if (std::max({p[0], p[1], p[2]}) > p[3] + kRounding) return false;
  return true;
}

bool lay_premultiplied_over_white(std::uint8_t* pixels, int count) {
  for (std::uint8_t* p = pixels; p != pixels + 4 * count; p += 4) {
    const unsigned alpha = p[3];
    if (alpha == 255) continue;
    if (std::max({p[0], p[1], p[2]}) > alpha + kRounding) return false;
    for (int channel = 0; channel < 3; ++channel)
      p[channel] = static_cast<std::uint8_t>(std::min<unsigned>(p[channel], alpha) + 255U - alpha);
  }
  return true;
}

}  // namespace native

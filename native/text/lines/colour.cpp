#include "native/text/lines/colour.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "native/image/pixels.hpp"

namespace native {
namespace {

// ITU-R BT.601, of amounts of 0 to 255.
int luma(int blue, int green, int red) { return (29 * blue + 150 * green + 77 * red) >> 8; }

// Returns a number of 12 bits that is the same for similar colours.
std::size_t similar(const std::uint8_t* pixel) {
  return static_cast<std::size_t>(pixel[0] >> 4 << 8 | pixel[1] >> 4 << 4 | pixel[2] >> 4);
}

}  // namespace

const std::uint8_t* pixel_of(const Frame& frame, int x, int y) {
  return row_of(frame, y) + static_cast<std::size_t>(x) * 4;
}

int distance(const std::uint8_t* pixel, const Colour& from) {
  return luma(std::abs(pixel[0] - from.blue), std::abs(pixel[1] - from.green),
              std::abs(pixel[2] - from.red));
}

bool alike(const Colour& one, const Colour& other) {
  constexpr int kStep = 16;
  return std::abs(one.blue - other.blue) < kStep && std::abs(one.green - other.green) < kStep &&
         std::abs(one.red - other.red) < kStep;
}

Colour frequent_colour(const Frame& frame, const Rect& part) {
  std::vector<int> count(4096);
  const auto each = [&](auto work) {
    for (int y = part.y; y < part.y + part.height; ++y)
      for (int x = part.x; x < part.x + part.width; ++x) work(pixel_of(frame, x, y));
  };
  each([&](const std::uint8_t* pixel) { ++count[similar(pixel)]; });
  const auto most =
      static_cast<std::size_t>(std::max_element(count.begin(), count.end()) - count.begin());
  long long blue = 0, green = 0, red = 0;
  each([&](const std::uint8_t* pixel) {
    if (similar(pixel) != most) return;
    blue += pixel[0];
    green += pixel[1];
    red += pixel[2];
  });
  const int pixels = count[most];
  return {static_cast<int>(blue / pixels), static_cast<int>(green / pixels),
          static_cast<int>(red / pixels)};
}

}  // namespace native

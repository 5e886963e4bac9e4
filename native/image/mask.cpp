#include "native/image/mask.hpp"

#include <string>

#include "native/desktop/error.hpp"
#include "native/image/frame.hpp"
#include "native/image/pixels.hpp"

namespace native {
namespace {

std::string inside(const Frame& frame) {
  return "the picture of " + std::to_string(frame.width) + "x" + std::to_string(frame.height) +
         " pixels";
}

}  // namespace

void fill(Frame& frame, const Rect& part, const Colour& colour) {
  for (int y = part.y; y < part.y + part.height; ++y) {
    std::uint8_t* pixel = frame.pixels.data() + static_cast<std::size_t>(y) * frame.stride +
                          static_cast<std::size_t>(part.x) * 4;
    for (int x = 0; x < part.width; ++x, pixel += 4) {
      pixel[0] = colour.blue;
      pixel[1] = colour.green;
      pixel[2] = colour.red;
      pixel[3] = 255;
    }
  }
}

Frame mask(const Frame& frame, const std::vector<Rect>& rects, const Colour& colour) {
  const Rect whole = {0, 0, frame.width, frame.height};
  Frame result = crop(frame, whole);
  result.origin = frame.origin;
  for (const Rect& rect : rects) {
    const Rect part = intersection(rect, whole);
    if (part.empty())
      throw Error("INVALID_ARGUMENT",
                  "rectangle " + std::to_string(rect.width) + "x" + std::to_string(rect.height) +
                      " at " + std::to_string(rect.x) + "," + std::to_string(rect.y) +
                      " lies outside " + inside(frame),
                  "Give rectangles in the picture's own pixels.");
    fill(result, part, colour);
  }
  return result;
}

Colour pixel_at(const Frame& frame, int x, int y) {
  require_pixels(frame);
  if (x < 0 || y < 0 || x >= frame.width || y >= frame.height)
    throw Error(
        "INVALID_ARGUMENT",
        "pixel " + std::to_string(x) + "," + std::to_string(y) + " lies outside " + inside(frame),
        "Count pixels from 0,0 in the upper left corner.");
  const std::uint8_t* pixel = row_of(frame, y) + static_cast<std::size_t>(x) * 4;
  return {pixel[2], pixel[1], pixel[0]};
}

}  // namespace native

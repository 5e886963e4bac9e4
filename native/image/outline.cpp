#include "native/image/outline.hpp"

#include <algorithm>

#include "native/image/frame.hpp"

namespace native {

Frame outline(const Frame& frame, const std::vector<Rect>& rects, const Colour& colour, int width) {
  const Rect whole = {0, 0, frame.width, frame.height};
  Frame result = crop(frame, whole);
  result.origin = frame.origin;
  for (const Rect& rect : rects) {
    const int line = std::min(width, (std::min(rect.width, rect.height) + 1) / 2);
    const int right = rect.x + rect.width - line, bottom = rect.y + rect.height - line;
    const Rect edges[] = {{rect.x, rect.y, rect.width, line},
                          {rect.x, bottom, rect.width, line},
                          {rect.x, rect.y, line, rect.height},
                          {right, rect.y, line, rect.height}};
    for (const Rect& edge : edges) {
      const Rect part = intersection(edge, whole);
      if (!part.empty()) fill(result, part, colour);
    }
  }
  return result;
}

}  // namespace native

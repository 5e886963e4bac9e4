#include "native/image/outline.hpp"

#include <algorithm>

#include "native/image/frame.hpp"

namespace native {

void draw_outline(Frame& frame, const Rect& rect, const Colour& colour, int width) {
  const Rect whole = {0, 0, frame.width, frame.height};
  const int line = std::min(width, (std::min(rect.width, rect.height) + 1) / 2);
  const int right = rect.x + rect.width - line, bottom = rect.y + rect.height - line;
  const Rect edges[] = {{rect.x, rect.y, rect.width, line},
                        {rect.x, bottom, rect.width, line},
                        {rect.x, rect.y, line, rect.height},
                        {right, rect.y, line, rect.height}};
  for (const Rect& edge : edges) {
    const Rect part = intersection(edge, whole);
    if (!part.empty()) fill(frame, part, colour);
  }
}

Frame outline(const Frame& frame, const std::vector<Rect>& rects, const Colour& colour, int width) {
  Frame result = crop(frame, {0, 0, frame.width, frame.height});
  result.origin = frame.origin;
  for (const Rect& rect : rects) draw_outline(result, rect, colour, width);
  return result;
}

}  // namespace native

#include "native/desktop/capture_area.hpp"

#include <cmath>
#include <string>

#include "native/desktop/error.hpp"

namespace native {
namespace {

std::string text_of(const Rect& rect) {
  return std::to_string(rect.width) + "x" + std::to_string(rect.height) + " at " +
         std::to_string(rect.x) + "," + std::to_string(rect.y);
}

}  // namespace

Rect cut_to_region(const Rect& whole, const CaptureTarget& target) {
  if (!target.region) return whole;
  const Rect cut = intersection(whole, *target.region);
  if (!cut.empty()) return cut;
  throw Error(
      "INVALID_ARGUMENT",
      "region " + text_of(*target.region) + " lies outside the target, which is " + text_of(whole),
      "Give the region in desktop pixels, as the lists of screens and windows do.",
      {{"field", "region"}});
}

Rect in_picture(const Rect& origin, double scale, int width, int height, const Rect& area) {
  const Rect part = intersection(area, origin);
  if (part.empty()) return {};
  const auto before = [&](int side) { return static_cast<int>(std::floor(side * scale)); };
  const auto after = [&](int side) { return static_cast<int>(std::ceil(side * scale)); };
  const int left = before(part.x - origin.x);
  const int top = before(part.y - origin.y);
  const Rect shown{left, top, after(part.x + part.width - origin.x) - left,
                   after(part.y + part.height - origin.y) - top};
  return intersection(shown, {0, 0, width, height});
}

}  // namespace native

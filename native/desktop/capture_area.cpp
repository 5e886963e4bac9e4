#include "native/desktop/capture_area.hpp"

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

}  // namespace native

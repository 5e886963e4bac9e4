#include "native/desktop/window_control.hpp"

#include <algorithm>
#include <string>

#include "native/desktop/error.hpp"

namespace native {
namespace {

constexpr int kMaxSide = 32767;  // of the X11 protocol

}  // namespace

void check_size(const Rect& place) {
  if (place.width < 1 || place.height < 1 || place.width > kMaxSide || place.height > kMaxSide)
    throw Error("INVALID_ARGUMENT",
                "size " + std::to_string(place.width) + "x" + std::to_string(place.height) +
                    " is not one of a window",
                "Give at least 1 and at most " + std::to_string(kMaxSide) + " pixels.");
}

void check_place(const Rect& place, const std::vector<Rect>& displays) {
  check_size(place);
  const auto small = [](int value) { return value >= -kMaxSide && value <= kMaxSide; };
  const bool seen = small(place.x) && small(place.y) &&
                    std::any_of(displays.begin(), displays.end(), [&](const Rect& display) {
                      return !intersection(display, place).empty();
                    });
  if (seen) return;
  throw Error(
      "INVALID_ARGUMENT",
      "place " + std::to_string(place.x) + "," + std::to_string(place.y) + " is off every display",
      "Use a place on a display; `list` with item_type 'screens' shows them.");
}

void check_workspace(int workspace, int count) {
  if (workspace >= 0 && workspace < count) return;
  throw Error("INVALID_ARGUMENT",
              "no workspace " + std::to_string(workspace) + "; there are " + std::to_string(count),
              "Workspaces are counted from 0.");
}

}  // namespace native

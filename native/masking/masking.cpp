#include "native/masking/masking.hpp"

#include <cmath>
#include <cstddef>
#include <set>

#include "native/image/mask.hpp"

namespace native {
namespace {

constexpr Colour kBlack{};

// Returns the part of the desktop that some pixels of a picture show, rounded outwards.
Rect on_desktop(const Frame& frame, const Rect& area) {
  const auto before = [&](int side) { return static_cast<int>(std::floor(side / frame.scale)); };
  const auto after = [&](int side) { return static_cast<int>(std::ceil(side / frame.scale)); };
  return {frame.origin.x + before(area.x), frame.origin.y + before(area.y),
          after(area.x + area.width) - before(area.x),
          after(area.y + area.height) - before(area.y)};
}

}  // namespace

std::array<int, kPiiKinds.size()> counts_of(const std::vector<MaskedPart>& parts) {
  std::array<int, kPiiKinds.size()> result{};
  std::set<int> counted;
  for (const MaskedPart& part : parts)
    if (counted.insert(part.finding).second) ++result[static_cast<std::size_t>(part.kind)];
  return result;
}

void fill_masked(Frame& frame, const Masking& masking, int x, int y) {
  std::vector<MaskedPart>& filled = frame.masked.emplace();
  const auto inside = [&](const Rect& area) {
    return intersection({area.x - x, area.y - y, area.width, area.height},
                        {0, 0, frame.width, frame.height});
  };
  for (const Rect& cut : masking.cut)
    if (const Rect area = inside(cut); !area.empty()) fill(frame, area, kExcludedColour);
  for (const MaskedPart& part : masking.parts) {
    const Rect area = inside(part.area);
    if (area.empty()) continue;
    fill(frame, area, kBlack);
    filled.push_back({part.kind, part.finding, on_desktop(frame, area)});
  }
}

}  // namespace native

#include "native/desktop/events/painted_regions.hpp"

#include <utility>

namespace native {

void PaintedRegions::want(const std::vector<Rect>& regions) {
  regions_ = regions;
  if (regions.empty()) painted_ = false;
}

void PaintedRegions::report(const std::vector<Rect>& painted, std::vector<Event>& out) {
  painted_ = false;
  next_ = std::chrono::steady_clock::now() + kPause;
  Event event;
  event.kind = Event::Kind::kPainted;
  for (const Rect& area : painted)
    for (const Rect& region : regions_)
      if (const Rect part = intersection(area, region); !part.empty()) event.areas.push_back(part);
  if (!event.areas.empty()) out.push_back(std::move(event));
}

}  // namespace native

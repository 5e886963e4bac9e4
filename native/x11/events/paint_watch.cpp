#include "native/x11/events/paint_watch.hpp"

#include "native/x11/connection/event_queue.hpp"

namespace native::x11 {

void PaintWatch::want(const std::vector<Rect>& regions) {
  regions_ = regions;
  if (regions.empty()) {
    damage_.reset();
    painted_ = false;
  }
  if (regions.empty() || damage_) return;
  if (connection_.xwayland())
    throw Error("UNSUPPORTED", "X display of a Wayland session does not report painting",
                "Capture at intervals instead.", {{"reason", "wayland"}});
  damage_.emplace(connection_);
}

void PaintWatch::take(const xcb_generic_event_t& event) {
  if (damage_ && event_kind(event) == connection_.damage_event() + XCB_DAMAGE_NOTIFY)
    painted_ = true;
}

void PaintWatch::collect(std::size_t room, std::vector<Event>& out) {
  if (room == 0 || !marked()) return;
  const std::vector<Rect> painted = damage_->take();
  painted_ = false;
  next_ = std::chrono::steady_clock::now() + kPause;
  Event event;
  event.kind = Event::Kind::kPainted;
  for (const Rect& area : painted)
    for (const Rect& region : regions_)
      if (const Rect part = intersection(area, region); !part.empty()) event.areas.push_back(part);
  if (!event.areas.empty()) out.push_back(std::move(event));
}

}  // namespace native::x11

#include "native/x11/events/paint_watch.hpp"

#include "native/x11/connection/event_queue.hpp"

namespace native::x11 {

void PaintWatch::want(const std::vector<Rect>& regions) {
  regions_.want(regions);
  if (regions.empty()) damage_.reset();
  if (regions.empty() || damage_) return;
  if (connection_.xwayland())
    throw Error("UNSUPPORTED", "X display of a Wayland session does not report painting",
                "Capture at intervals instead.", {{"reason", "wayland"}});
  damage_.emplace(connection_);
}

void PaintWatch::take(const xcb_generic_event_t& event) {
  if (damage_ && event_kind(event) == connection_.damage_event() + XCB_DAMAGE_NOTIFY)
    regions_.note();
}

void PaintWatch::collect(std::size_t room, std::vector<Event>& out) {
  if (room == 0 || !marked()) return;
  regions_.report(damage_->take(), out);
}

}  // namespace native::x11

#include "native/x11/events/paint_watch.hpp"

#include "native/x11/connection/event_queue.hpp"

namespace native::x11 {
namespace {

constexpr std::size_t kMaxRectangles = 256;

Rect to_rect(const xcb_rectangle_t& area) { return {area.x, area.y, area.width, area.height}; }

}  // namespace

PaintWatch::~PaintWatch() {
  if (connection_.alive()) want({});
}

void PaintWatch::want(const std::vector<Rect>& regions) {
  xcb_connection_t* c = connection_.raw();
  regions_ = regions;
  if (regions.empty() && damage_ != 0) {
    xcb_damage_destroy(c, damage_);
    xcb_xfixes_destroy_region(c, parts_);
    damage_ = 0;
    painted_ = false;
  }
  if (regions.empty() || damage_ != 0) return;
  if (!connection_.extensions().damage || !connection_.extensions().fixes)
    throw Error("UNSUPPORTED", "display server does not report painting: it lacks DAMAGE or XFIXES",
                "Capture at intervals instead.", {{"reason", "no damage"}});
  if (connection_.xwayland())
    throw Error("UNSUPPORTED", "X display of a Wayland session does not report painting",
                "Capture at intervals instead.", {{"reason", "wayland"}});
  damage_ = xcb_generate_id(c);
  parts_ = xcb_generate_id(c);
  xcb_damage_create(c, damage_, connection_.root(), XCB_DAMAGE_REPORT_LEVEL_NON_EMPTY);
  xcb_xfixes_create_region(c, parts_, 0, nullptr);
}

void PaintWatch::take(const xcb_generic_event_t& event) {
  if (damage_ != 0 && event_kind(event) == connection_.damage_event() + XCB_DAMAGE_NOTIFY)
    painted_ = true;
}

void PaintWatch::collect(std::size_t room, std::vector<Event>& out) {
  if (room == 0 || !marked()) return;
  xcb_connection_t* c = connection_.raw();
  xcb_damage_subtract(c, damage_, XCB_NONE, parts_);
  Ask<xcb_xfixes_fetch_region_reply> asked(c, xcb_xfixes_fetch_region(c, parts_));
  const auto reply = asked.wait();
  if (!reply) throw ConnectionLost{};
  painted_ = false;
  next_ = std::chrono::steady_clock::now() + kPause;
  std::vector<Rect> painted;
  const auto rectangles = items<xcb_rectangle_t>(
      *reply, xcb_xfixes_fetch_region_rectangles(reply.get()), reply->length / 2);
  if (rectangles.size() > kMaxRectangles)
    painted.push_back(to_rect(reply->extents));
  else
    for (const xcb_rectangle_t& rectangle : rectangles) painted.push_back(to_rect(rectangle));
  Event event;
  event.kind = Event::Kind::kPainted;
  for (const Rect& area : painted)
    for (const Rect& region : regions_)
      if (const Rect part = intersection(area, region); !part.empty()) event.areas.push_back(part);
  if (!event.areas.empty()) out.push_back(std::move(event));
}

}  // namespace native::x11

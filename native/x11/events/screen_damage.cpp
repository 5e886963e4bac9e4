#include "native/x11/events/screen_damage.hpp"

#include "native/desktop/error.hpp"

namespace native::x11 {
namespace {

constexpr std::size_t kMaxRectangles = 256;

Rect to_rect(const xcb_rectangle_t& area) { return {area.x, area.y, area.width, area.height}; }

}  // namespace

ScreenDamage::ScreenDamage(Connection& connection) : connection_(connection) {
  if (!connection.extensions().damage || !connection.extensions().fixes)
    throw Error("UNSUPPORTED", "display server does not report painting: it lacks DAMAGE or XFIXES",
                "Capture again instead.", {{"reason", "no damage"}});
  xcb_connection_t* c = connection.raw();
  damage_ = xcb_generate_id(c);
  parts_ = xcb_generate_id(c);
  xcb_damage_create(c, damage_, connection.root(), XCB_DAMAGE_REPORT_LEVEL_NON_EMPTY);
  // The server begins with all of the root, though nothing was painted.
  xcb_damage_subtract(c, damage_, XCB_NONE, XCB_NONE);
  xcb_xfixes_create_region(c, parts_, 0, nullptr);
}

ScreenDamage::~ScreenDamage() {
  if (!connection_.alive()) return;
  xcb_damage_destroy(connection_.raw(), damage_);
  xcb_xfixes_destroy_region(connection_.raw(), parts_);
  xcb_flush(connection_.raw());
}

std::vector<Rect> ScreenDamage::take() {
  xcb_connection_t* c = connection_.raw();
  xcb_damage_subtract(c, damage_, XCB_NONE, parts_);
  Ask<xcb_xfixes_fetch_region_reply> asked(c, xcb_xfixes_fetch_region(c, parts_));
  const auto reply = asked.wait();
  if (!reply) throw ConnectionLost{};
  const auto rectangles = items<xcb_rectangle_t>(
      *reply, xcb_xfixes_fetch_region_rectangles(reply.get()), reply->length / 2);
  if (rectangles.size() > kMaxRectangles) return {to_rect(reply->extents)};
  std::vector<Rect> painted;
  for (const xcb_rectangle_t& rectangle : rectangles) painted.push_back(to_rect(rectangle));
  return painted;
}

}  // namespace native::x11

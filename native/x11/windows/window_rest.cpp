#include "native/x11/windows/window_rest.hpp"

#include <algorithm>

#include "native/x11/connection/event_queue.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {

Rect place_of(Connection& connection, xcb_window_t window) {
  xcb_connection_t* c = connection.raw();
  Ask<xcb_get_geometry_reply> geometry_asked(c, xcb_get_geometry(c, window));
  Ask<xcb_translate_coordinates_reply> position_asked(
      c, xcb_translate_coordinates(c, window, connection.root(), 0, 0));
  const auto geometry = geometry_asked.wait();
  const auto position = position_asked.wait();
  if (!geometry || !position) throw_window_gone(window);
  return {position->dst_x, position->dst_y, geometry->width, geometry->height};
}

void wait_for_rest(Connection& connection, xcb_window_t window, Deadline until) {
  const auto now = [] { return std::chrono::steady_clock::now(); };
  Rect place = place_of(connection, window);
  Deadline rest = now() + kRest;
  while (now() < std::min<Deadline>(rest, until)) {
    next_event(connection, std::min<Deadline>(rest, until));
    const Rect seen = place_of(connection, window);
    if (seen == place) continue;
    place = seen;
    rest = now() + kRest;
  }
}

}  // namespace native::x11

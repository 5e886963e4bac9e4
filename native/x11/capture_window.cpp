#include <xcb/composite.h>

#include <string>

#include "native/desktop/error.hpp"
#include "native/x11/capture.hpp"
#include "native/x11/placement.hpp"
#include "native/x11/redirection.hpp"
#include "native/x11/server_grab.hpp"
#include "native/x11/strip_reader.hpp"
#include "native/x11/windows.hpp"

namespace native::x11 {
namespace {

// A window's off-screen storage under a name of ours.
class WindowPixmap {
 public:
  WindowPixmap(Connection& connection, xcb_window_t window)
      : connection_(connection), id_(xcb_generate_id(connection.raw())) {
    const auto cookie = xcb_composite_name_window_pixmap_checked(connection.raw(), window, id_);
    if (check(connection.raw(), cookie) != 0) id_ = XCB_NONE;
  }
  ~WindowPixmap() {
    if (id_ != XCB_NONE) xcb_free_pixmap(connection_.raw(), id_);
  }
  WindowPixmap(const WindowPixmap&) = delete;
  WindowPixmap& operator=(const WindowPixmap&) = delete;

  // XCB_NONE when the window is not redirected.
  xcb_pixmap_t id() const { return id_; }

 private:
  Connection& connection_;
  xcb_pixmap_t id_;
};

[[noreturn]] void throw_unmapped(const CaptureTarget& target) {
  const std::string id = std::to_string(target.id);
  throw Error("CAPTURE_FAILED",
              "Window " + id +
                  " is not shown (minimised, hidden or on another workspace), so it has no pixels.",
              "Bring it to the front first (capture_focus: foreground).",
              {{"reason", "not mapped"}, {"window", id}});
}

void check_showing(const Placement& placement, const CaptureTarget& target) {
  if (!placement.can_show) {
    throw Error("CAPTURE_FAILED", "Window " + std::to_string(target.id) + " never shows anything.",
                "Choose a window from the list of windows.", {{"reason", "input only"}});
  }
  if (!placement.viewable) throw_unmapped(target);
}

bool composited(Connection& connection) {
  Ask<xcb_get_selection_owner_reply> asked(
      connection.raw(),
      xcb_get_selection_owner(connection.raw(), connection.atom(Atom::kCompositingManager)));
  const auto reply = asked.wait();
  return reply && reply->owner != XCB_WINDOW_NONE;
}

// Whether an existing redirection of this level is a lasting one. The server redirects windows of
// another depth by itself; all others belong to a compositing manager, or to some program that has
// only just begun one (perhaps a capture like ours), when the pixels may still be wrong.
bool lasting(const Placement& placement, std::size_t level, bool compositor) {
  if (compositor) return true;
  const bool outermost = level + 1 == placement.levels.size();
  const int parent_depth = outermost ? placement.screen_depth : placement.levels[level + 1].depth;
  return placement.levels[level].depth != parent_depth;
}

void deliver(Connection& connection, const Placement& placement, const Rect& area,
             PixelSource source, const std::string& method, StripSink& sink) {
  if (placement.shape) {
    source.shape = placement.shape;
    source.shape->move(-area.x, -area.y);
  }
  std::vector<Window> windows;
  if (sink.wants_windows()) windows = list_windows(connection);
  read_strips(connection, source, {area.width, area.height, area, method}, windows, sink);
}

PixelSource pixels_of(Connection& connection, const Level& level, xcb_drawable_t drawable,
                      const Rect& area, int border) {
  PixelSource source;
  source.drawable = drawable;
  source.layout = layout_of(connection, level.depth, level.visual, level.colormap);
  source.x = area.x - level.area.x + border;
  source.y = area.y - level.area.y + border;
  return source;
}

bool capture_existing_pixmap(Connection& connection, const Placement& placement, const Rect& area,
                             StripSink& sink) {
  if (!connection.extensions().composite) return false;
  const bool compositor = composited(connection);
  for (std::size_t i = 0; i < placement.levels.size(); ++i) {
    if (!placement.hidden_in(area, i).empty()) return false;
    if (!lasting(placement, i, compositor)) continue;
    const Level& level = placement.levels[i];
    const WindowPixmap pixmap(connection, level.window);
    if (pixmap.id() == XCB_NONE) continue;
    const PixelSource source = pixels_of(connection, level, pixmap.id(), area, level.border);
    deliver(connection, placement, area, source, "pixmap", sink);
    return true;
  }
  return false;
}

// Pixels of the pixmap that our own redirection made; false when the window changed its size
// meanwhile.
bool capture_redirected(Connection& connection, const CaptureTarget& target, const Level& before,
                        StripSink& sink) {
  const ServerGrab grab(connection);
  const Placement placement = study_placement(connection, static_cast<xcb_window_t>(target.id));
  check_showing(placement, target);
  const Level& client = placement.client();
  if (client.area.width != before.area.width || client.area.height != before.area.height)
    return false;
  const Rect area = cut_to_region(placement.shadow_free, target);
  const WindowPixmap pixmap(connection, client.window);
  if (pixmap.id() == XCB_NONE) return false;
  const PixelSource source = pixels_of(connection, client, pixmap.id(), area, client.border);
  deliver(connection, placement, area, source, "redirect", sink);
  return true;
}

}  // namespace

void capture_window(Connection& connection, const CaptureTarget& target, StripSink& sink,
                    Deadline deadline) {
  if (target.id == 0 || target.id > 0xFFFFFFFF) throw_window_gone(target.id);
  const auto window = static_cast<xcb_window_t>(target.id);
  {
    const ServerGrab grab(connection);
    const Placement placement = study_placement(connection, window);
    check_showing(placement, target);
    const Rect area = cut_to_region(placement.shadow_free, target);
    if (capture_existing_pixmap(connection, placement, area, sink)) return;
    if (!placement.shaped && placement.hidden_on_screen(area).empty()) {
      const Level& client = placement.client();
      deliver(connection, placement, area, pixels_of(connection, client, window, area, 0), "window",
              sink);
      return;
    }
  }
  for (;;) {
    const Redirection redirection(connection, target, deadline);
    if (capture_redirected(connection, target, redirection.level(), sink)) return;
  }
}

}  // namespace native::x11

#include <xcb/composite.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

#include "native/desktop/error.hpp"
#include "native/x11/capture/capture.hpp"
#include "native/x11/capture/client_sync.hpp"
#include "native/x11/capture/redirection.hpp"
#include "native/x11/capture/strip_reader.hpp"
#include "native/x11/capture/window_survey.hpp"
#include "native/x11/connection/server_grab.hpp"
#include "native/x11/windows/menus.hpp"
#include "native/x11/windows/placement.hpp"
#include "native/x11/windows/windows.hpp"

namespace native::x11 {
namespace {

// Maximum wait for an application to process its events. A slower one is stuck. With a compositor
// the window's storage never loses pixels, so the application's answer matters only while it
// resizes.
constexpr auto kLongestPatience = std::chrono::milliseconds(5000);
// With a compositor the storage shows the application's last picture, except for the part that a
// resize has just added: an application that is merely busy paints that within this time.
constexpr auto kCompositedPatience = std::chrono::milliseconds(2000);
// Depth of visuals with an alpha channel.
constexpr int kAlphaDepth = 32;
// Attempts before a window whose stacking keeps changing is redirected, which makes windows above
// it irrelevant.
constexpr int kAttempts = 8;
// Maximum wait for a window whose size keeps changing.
constexpr auto kLongestUnrest = std::chrono::milliseconds(5000);

// A pixmap of our own that names a window's off-screen storage.
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

  // Returns XCB_NONE when the window is not redirected.
  xcb_pixmap_t id() const { return id_; }

 private:
  Connection& connection_;
  xcb_pixmap_t id_;
};

[[noreturn]] void throw_unmapped(const CaptureTarget& target) {
  const std::string id = std::to_string(target.id);
  throw Error("CAPTURE_FAILED",
              "window " + id +
                  " is not shown (minimised, rolled up, hidden or on another workspace), so it has "
                  "no pixels",
              "Bring it to the front first (capture_focus: foreground).",
              {{"reason", "not mapped"}, {"window", id}});
}

void check_showing(const Placement& placement, const CaptureTarget& target) {
  if (!placement.can_show) {
    throw Error("CAPTURE_FAILED",
                "window " + std::to_string(target.id) + " is input-only and never visible",
                "Choose a window from the list of windows.", {{"reason", "input only"}});
  }
  if (!placement.viewable) throw_unmapped(target);
}

Placement look_at(Connection& connection, const CaptureTarget& target) {
  Placement placement = study_placement(connection, static_cast<xcb_window_t>(target.id));
  check_showing(placement, target);
  return placement;
}

using AskCompositor = Ask<xcb_get_selection_owner_reply>;

AskCompositor ask_compositor(Connection& connection) {
  return AskCompositor(
      connection.raw(),
      xcb_get_selection_owner(connection.raw(), connection.atom(Atom::kCompositingManager)));
}

bool composited(AskCompositor& asked) {
  const auto reply = asked.wait();
  return reply && reply->owner != XCB_WINDOW_NONE;
}

// Returns whether an existing redirection of this level is permanent. The server itself redirects
// windows of another depth; the others belong to a compositing manager, or to a program that has
// just begun one (perhaps a capture like ours), when the pixels may still be wrong.
bool lasting(const Placement& placement, std::size_t level, bool compositor) {
  if (compositor) return true;
  const bool outermost = level + 1 == placement.levels.size();
  const int parent_depth = outermost ? placement.screen_depth : placement.levels[level + 1].depth;
  return placement.levels[level].depth != parent_depth;
}

// Returns the visible shape within the area, in the area's coordinates; nothing when all of it is
// visible.
std::optional<Region> shape_within(const Level& level, const Rect& area) {
  if (!level.shape) return std::nullopt;
  Region shape = *level.shape;
  shape.cut_to(area);
  Region missing(area);
  missing.subtract(shape);
  if (missing.empty()) return std::nullopt;
  shape.move(-area.x, -area.y);
  return shape;
}

// Refuses a window that must not be seen. Nothing else covers the pixels of a window's capture, so
// there is nothing to fill.
void check_excluded(Connection& connection, xcb_window_t window, StripSink& sink) {
  Exclusion* const exclusion = sink.exclusion();
  if (exclusion == nullptr) return;
  WindowSurvey survey(connection, *exclusion);
  if (survey.covers(window)) exclusion->refuse(window);
}

void deliver(Connection& connection, const Placement& placement, const Rect& area,
             PixelSource source, const std::string& method, StripSink& sink) {
  const Level& client = placement.client();
  source.shape = shape_within(client, area);
  // On a root of that depth every window has it, but hardly any uses alpha.
  source.may_be_translucent = source.layout.depth == kAlphaDepth && client.depth == kAlphaDepth &&
                              placement.screen_depth != kAlphaDepth;
  std::vector<Window> windows;
  if (sink.wants_windows()) windows = list_windows(connection);
  FrameInfo info{area.width, area.height, area, method};
  info.menus = open_menus(connection, placement);
  const auto complete = [&](FrameInfo&) { check_excluded(connection, client.window, sink); };
  read_strips(connection, source, info, windows, sink, complete);
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
                             bool compositor, StripSink& sink) {
  if (!connection.extensions().composite) return false;
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

// Captures the pixmap of our own redirection. Returns false when the window has been resized
// meanwhile.
bool capture_redirected(Connection& connection, const CaptureTarget& target,
                        Redirection& redirection, StripSink& sink) {
  const ServerGrab grab(connection);
  const Placement placement = look_at(connection, target);
  if (!redirection.lasts()) return false;
  const Level& client = placement.client();
  const Level& before = redirection.level();
  if (client.area.width != before.area.width || client.area.height != before.area.height)
    return false;
  const Rect area = cut_to_region(placement.shadow_free, target);
  const WindowPixmap pixmap(connection, client.window);
  if (pixmap.id() == XCB_NONE) return false;
  const PixelSource source = pixels_of(connection, client, pixmap.id(), area, client.border);
  deliver(connection, placement, area, source, "redirect", sink);
  return true;
}

// Outcome of a capture without a redirection of our own.
enum class Attempt { kDone, kChanged, kHidden };

bool in_view(const Placement& placement, const Rect& area) {
  return placement.hidden_on_screen(area).empty();
}

[[noreturn]] void throw_stale(const CaptureTarget& target, const std::string& cause) {
  const std::string id = std::to_string(target.id);
  throw Error("CAPTURE_FAILED",
              "window " + id + " may show pixels that its application did not paint: " + cause +
                  ", so it does not repaint areas that were covered",
              "Capture the screen with the window's bounds as the region to see what is there.",
              {{"reason", "not repainted"}, {"window", id}});
}

// Waits until the application has processed the changes to its window, reads the placement again
// into `seen`, and captures.
Attempt capture_as_it_is(Connection& connection, const CaptureTarget& target, StripSink& sink,
                         ClientSync& client_sync, Placement& seen, bool compositor,
                         Deadline deadline) {
  const auto patient = compositor ? kCompositedPatience : kLongestPatience;
  const bool fresh = client_sync.caught_up(
      seen.client().area,
      std::min<Deadline>(patience(deadline), std::chrono::steady_clock::now() + patient));
  const ServerGrab grab(connection);
  seen = look_at(connection, target);
  if (fresh && !client_sync.lasts()) return Attempt::kChanged;
  const Rect area = cut_to_region(seen.shadow_free, target);
  // A redirected window's storage lost nothing while the application did not answer.
  if (capture_existing_pixmap(connection, seen, area, compositor, sink)) return Attempt::kDone;
  if (!in_view(seen, area)) return Attempt::kHidden;
  if (!fresh) throw_stale(target, client_sync.missing());
  const Level& client = seen.client();
  deliver(connection, seen, area, pixels_of(connection, client, client.window, area, 0), "window",
          sink);
  return Attempt::kDone;
}

// Returns whether the window needs a redirection of our own.
bool needs_redirection(const Placement& placement, const Rect& area, bool compositor) {
  if (compositor || in_view(placement, area)) return false;
  for (std::size_t i = 0; i < placement.levels.size(); ++i) {
    if (!placement.hidden_in(area, i).empty()) return true;
    if (lasting(placement, i, compositor)) return false;
  }
  return true;
}

// Captures without a redirection of our own. Returns false when that is not possible. Sends all
// requests together with the first look at the window, because each reply alone would take a round
// trip.
bool captured_in_view(Connection& connection, const CaptureTarget& target, StripSink& sink,
                      Deadline deadline) {
  ClientSync client_sync(connection, static_cast<xcb_window_t>(target.id));
  AskCompositor asked = ask_compositor(connection);
  Placement placement;
  {
    const ServerGrab grab(connection);
    placement = look_at(connection, target);
  }
  const bool compositor = composited(asked);
  const Rect area = cut_to_region(placement.shadow_free, target);
  if (needs_redirection(placement, area, compositor)) return false;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const Attempt result =
        capture_as_it_is(connection, target, sink, client_sync, placement, compositor, deadline);
    if (result != Attempt::kChanged) return result == Attempt::kDone;
  }
  return false;
}

[[noreturn]] void throw_restless(const CaptureTarget& target) {
  const std::string id = std::to_string(target.id);
  throw Error(
      "CAPTURE_FAILED", "window " + id + " keeps changing its size faster than it is painted",
      "Try again when it is at rest, or capture the screen with the window's bounds as the region.",
      {{"reason", "restless"}, {"window", id}});
}

}  // namespace

namespace {

void capture_when_at_rest(Connection& connection, const CaptureTarget& target, StripSink& sink,
                          Deadline deadline) {
  const Deadline restless =
      std::min<Deadline>(patience(deadline), std::chrono::steady_clock::now() + kLongestUnrest);
  do {
    if (captured_in_view(connection, target, sink, deadline)) return;
    Redirection redirection(connection, target, deadline);
    if (capture_redirected(connection, target, redirection, sink)) return;
  } while (std::chrono::steady_clock::now() < restless);
  throw_restless(target);
}

}  // namespace

void capture_window(Connection& connection, const CaptureTarget& target, StripSink& sink,
                    Deadline deadline) {
  if (target.id == 0 || target.id > 0xFFFFFFFF) throw_window_gone(target.id);
  try {
    capture_when_at_rest(connection, target, sink, deadline);
  } catch (const Error& error) {
    // An excluded window that cannot be captured anyway is refused like the others.
    if (error.code == "CAPTURE_FAILED")
      check_excluded(connection, static_cast<xcb_window_t>(target.id), sink);
    throw;
  }
}

}  // namespace native::x11

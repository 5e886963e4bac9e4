#include <xcb/composite.h>
#include <xcb/damage.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "native/desktop/capture_area.hpp"
#include "native/desktop/error.hpp"
#include "native/x11/capture/capture.hpp"
#include "native/x11/capture/client_sync.hpp"
#include "native/x11/capture/redirection.hpp"
#include "native/x11/capture/strip_reader.hpp"
#include "native/x11/capture/window_survey.hpp"
#include "native/x11/connection/property.hpp"
#include "native/x11/connection/server_grab.hpp"
#include "native/x11/windows/menus.hpp"
#include "native/x11/windows/placement.hpp"
#include "native/x11/windows/window_details.hpp"
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
constexpr std::uint32_t kExtentsBytes = 16;  // of _NET_FRAME_EXTENTS
// As in RepaintProof.
constexpr auto kQuiet = std::chrono::milliseconds(100);
constexpr auto kAnimated = std::chrono::milliseconds(300);

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
  survey.study();
  if (survey.covers(window)) exclusion->refuse(window);
}

// Delivers an area of `placement`'s client. `application`: the window whose menus are told, with
// its own placement when the client is its frame.
void deliver(Connection& connection, const Placement& placement, const Rect& area,
             PixelSource source, const std::string& method, StripSink& sink,
             const Placement& application) {
  const Level& client = placement.client();
  source.shape = shape_within(client, area);
  // On a root of that depth every window has it, but hardly any uses alpha.
  source.may_be_translucent = source.layout.depth == kAlphaDepth && client.depth == kAlphaDepth &&
                              placement.screen_depth != kAlphaDepth;
  FrameInfo info{area.width, area.height, area, method};
  info.from_screen = source.drawable == client.window;
  info.menus = open_menus(connection, application);
  std::optional<WindowSurvey> survey;
  if (sink.exclusion()) survey.emplace(connection, *sink.exclusion());
  const auto complete = [&](FrameInfo& delivered) {
    if (!survey) return;
    survey->study();
    for (const xcb_window_t window : {client.window, application.client().window})
      if (survey->covers(window)) sink.exclusion()->refuse(window);
    delivered.excluded =
        survey->areas_inside(client.window, delivered.origin, delivered.excluded_windows);
  };
  read_strips(connection, source, info, sink, complete);
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
                             bool compositor, StripSink& sink, const Placement& application) {
  if (!connection.extensions().composite) return false;
  for (std::size_t i = 0; i < placement.levels.size(); ++i) {
    if (!placement.hidden_in(area, i).empty()) return false;
    if (!lasting(placement, i, compositor)) continue;
    const Level& level = placement.levels[i];
    const WindowPixmap pixmap(connection, level.window);
    if (pixmap.id() == XCB_NONE) continue;
    const PixelSource source = pixels_of(connection, level, pixmap.id(), area, level.border);
    deliver(connection, placement, area, source, "pixmap", sink, application);
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
  deliver(connection, placement, area, source, "redirect", sink, placement);
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
  if (capture_existing_pixmap(connection, seen, area, compositor, sink, seen))
    return Attempt::kDone;
  if (!in_view(seen, area)) return Attempt::kHidden;
  if (!fresh) throw_stale(target, client_sync.missing());
  const Level& client = seen.client();
  deliver(connection, seen, area, pixels_of(connection, client, client.window, area, 0), "window",
          sink, seen);
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

// A window and its frame at one moment.
struct Framed {
  Placement application;
  Placement frame;  // the frame's window as the client
  Rect area;        // the frame
};

// Returns nothing for a window without a frame: one that its window manager leaves alone, or that
// draws its own. The caller holds a ServerGrab.
std::optional<Framed> look_at_frame(Connection& connection, const CaptureTarget& target) {
  const auto id = static_cast<xcb_window_t>(target.id);
  AskProperty asked =
      ask_property(connection, id, connection.atom(Atom::kNetFrameExtents), kExtentsBytes);
  Framed framed;
  framed.application = look_at(connection, target);
  const auto reply = asked.wait();
  const Level& client = framed.application.client();
  const Level& top = framed.application.top();
  if (framed.application.shadow_free != client.area) return std::nullopt;
  const auto with_border = [](const Level& level) {
    return grow(level.area, {level.border, level.border, level.border, level.border});
  };
  framed.area = with_border(top);
  // A frame's window may be larger than what it shows, for the pointer to grasp.
  if (numbers_of(reply.get()).size() >= 4) {
    const Rect shown = grow(with_border(client), extents_of(reply.get()));
    framed.area = intersection(framed.area, shown);
  }
  if (framed.area == client.area) return std::nullopt;
  framed.frame = study_placement(connection, top.window);
  return framed;
}

// Returns nothing when the target asks for no frame, too.
std::optional<Framed> find_frame(Connection& connection, const CaptureTarget& target) {
  if (!target.with_frame) return std::nullopt;
  const ServerGrab grab(connection);
  return look_at_frame(connection, target);
}

bool same_place(const Framed& before, const Framed& after) {
  const Level& first = before.frame.client();
  const Level& second = after.frame.client();
  return first.window == second.window && first.area == second.area && before.area == after.area;
}

// Waits until a window's process has handled its events. Of two windows one after the other,
// because each wait takes every event.
bool caught_up(Connection& connection, const Level& level, Deadline until) {
  ClientSync client_sync(connection, level.window);
  return client_sync.caught_up(level.area, until);
}

// Redirects the window of a frame, and waits until the window manager has painted it.
std::unique_ptr<Redirection> redirect_frame(Connection& connection, const CaptureTarget& target,
                                            const Framed& framed, const Rect& area,
                                            Deadline deadline) {
  const CaptureTarget frame{CaptureTarget::Kind::kWindow, framed.frame.client().window, area};
  try {
    return std::make_unique<Redirection>(connection, frame, deadline);
  } catch (const Error& error) {
    // The window has got another frame, or is gone, as the next look shows.
    if (error.code == "WINDOW_NOT_FOUND") return nullptr;
    throw Error(error.code, "frame of window " + std::to_string(target.id) + ": " + error.message,
                error.hint, error.details);
  }
}

// Waits until nothing of a redirected window has been painted for a while, or an animation has
// painted all of it anew.
void wait_for_quiet(Connection& connection, Deadline until) {
  const Deadline now = std::chrono::steady_clock::now();
  const Deadline last = std::min<Deadline>(until, now + kAnimated);
  Deadline quiet = now + kQuiet;
  while (const auto event = next_event(connection, std::min(quiet, last))) {
    if (event_kind(*event) == connection.damage_event() + XCB_DAMAGE_NOTIFY)
      quiet = std::chrono::steady_clock::now() + kQuiet;
    if (std::chrono::steady_clock::now() >= last) return;
  }
}

// Reads a frame that is where it was `before`. Returns false when it is not.
bool read_frame(Connection& connection, const CaptureTarget& target, const Framed& before,
                bool redirected, bool compositor, StripSink& sink) {
  const std::optional<Framed> now = look_at_frame(connection, target);
  if (!now || !same_place(before, *now)) return false;
  const Rect area = cut_to_region(now->area, target);
  const Level& level = now->frame.client();
  if (redirected) {
    const WindowPixmap pixmap(connection, level.window);
    if (pixmap.id() == XCB_NONE) return false;
    deliver(connection, now->frame, area,
            pixels_of(connection, level, pixmap.id(), area, level.border), "redirect", sink,
            now->application);
    return true;
  }
  if (capture_existing_pixmap(connection, now->frame, area, compositor, sink, now->application))
    return true;
  // Where another window covered it before, pixels may not have been painted since.
  if (!in_view(now->frame, area) || level.covers != before.frame.client().covers) return false;
  deliver(connection, now->frame, area, pixels_of(connection, level, level.window, area, 0),
          "window", sink, now->application);
  return true;
}

// Captures a window with its frame, whose pixels come from two programs: both must have painted.
// Returns false when something changed meanwhile.
bool capture_framed(Connection& connection, const CaptureTarget& target, const Framed& framed,
                    StripSink& sink, Deadline deadline) {
  AskCompositor asked = ask_compositor(connection);
  const bool compositor = composited(asked);
  const Rect area = cut_to_region(framed.area, target);
  const bool redirected = needs_redirection(framed.frame, area, compositor);
  const Deadline until = std::min<Deadline>(
      patience(deadline),
      std::chrono::steady_clock::now() + (compositor ? kCompositedPatience : kLongestPatience));
  std::unique_ptr<Redirection> redirection;
  if (redirected) {
    redirection = redirect_frame(connection, target, framed, area, deadline);
    if (!redirection || !redirection->lasts()) return false;
  }
  const Level& frame = framed.frame.client();
  const Level& client = framed.application.client();
  bool painted = redirected || caught_up(connection, frame, until);
  if (redirected && frame.window != client.window) {
    // A toolkit may paint some time after it has handled the exposure.
    painted = caught_up(connection, client, until);
    wait_for_quiet(connection, until);
  }
  ClientSync client_sync(connection, client.window);
  if (frame.window != client.window) painted &= client_sync.caught_up(client.area, until);
  // A compositor's storage loses nothing while an application does not answer.
  if (!painted && !compositor) throw_stale(target, client_sync.missing());
  const ServerGrab grab(connection);
  if (painted && !client_sync.lasts()) return false;
  return read_frame(connection, target, framed, redirected, compositor, sink);
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
    if (const std::optional<Framed> framed = find_frame(connection, target)) {
      if (capture_framed(connection, target, *framed, sink, deadline)) return;
      continue;
    }
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

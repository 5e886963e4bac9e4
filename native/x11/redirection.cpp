#include "native/x11/redirection.hpp"

#include <xcb/composite.h>
#include <xcb/damage.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>

#include "native/desktop/error.hpp"
#include "native/x11/capture.hpp"
#include "native/x11/events.hpp"
#include "native/x11/process_ids.hpp"
#include "native/x11/repaint.hpp"
#include "native/x11/server_grab.hpp"

namespace native::x11 {
namespace {

// An application that has not repainted by then is stuck, whatever time the caller would still give.
constexpr auto kLongestRepaint = std::chrono::seconds(5);

[[noreturn]] void throw_covered(const CaptureTarget& target, const std::string& cause,
                                const std::string& reason) {
  const std::string id = std::to_string(target.id);
  throw Error("CAPTURE_FAILED",
              "Window " + id + " is covered or partly off the screen, and its pixels cannot be had: " + cause +
                  ".",
              "Bring it to the front (capture_focus: foreground) or move what covers it.",
              {{"reason", reason}, {"window", id}});
}

void require_extensions(const Connection& connection, const CaptureTarget& target) {
  const Extensions& extensions = connection.extensions();
  if (!extensions.composite) throw_covered(target, "the display server lacks Composite 0.2", "no composite");
  if (!extensions.damage) throw_covered(target, "the display server lacks DAMAGE", "no damage");
}

// The server has handled everything sent so far, and its events have arrived.
void synchronise(Connection& connection) {
  Ask<xcb_get_input_focus_reply> asked(connection.raw(), xcb_get_input_focus(connection.raw()));
  asked.wait();
}

}  // namespace

Redirection::Undo::~Undo() {
  xcb_connection_t* c = connection.raw();
  if (damage != XCB_NONE) xcb_damage_destroy(c, damage);
  xcb_composite_unredirect_window(c, window, XCB_COMPOSITE_REDIRECT_AUTOMATIC);
  xcb_flush(c);
}

Redirection::Redirection(Connection& connection, const CaptureTarget& target, Deadline deadline)
    : undo_{connection, static_cast<xcb_window_t>(target.id), XCB_NONE} {
  require_extensions(connection, target);
  xcb_connection_t* c = connection.raw();
  const xcb_window_t window = undo_.window;
  const std::int64_t pid = ProcessIds(connection).of(window);
  const Listening to_root(connection, connection.root(), XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY);
  const Listening to_window(connection, window, XCB_EVENT_MASK_STRUCTURE_NOTIFY);
  std::optional<Repaint> repaint;
  {
    // Under the grab nobody but the server paints, so that its background can be told from the application.
    const ServerGrab grab(connection);
    const Placement placement = study_placement(connection, window);
    level_ = placement.client();
    const Rect area = cut_to_region(placement.shadow_free, target);
    Region hidden = placement.hidden_on_screen(area);
    hidden.move(-level_.area.x, -level_.area.y);
    repaint.emplace(connection, window, std::move(hidden), pid);
    const std::uint32_t damage = xcb_generate_id(c);
    const auto created =
        xcb_damage_create_checked(c, damage, window, XCB_DAMAGE_REPORT_LEVEL_RAW_RECTANGLES);
    const auto redirected =
        xcb_composite_redirect_window_checked(c, window, XCB_COMPOSITE_REDIRECT_AUTOMATIC);
    if (check(c, created) != 0) throw_window_gone(window);
    undo_.damage = damage;
    if (const int error = check(c, redirected)) {
      throw_covered(target, "the server refused to redirect it (X error " + std::to_string(error) + ")",
                    "redirect refused");
    }
    synchronise(connection);
    repaint->count_background();
  }
  const Deadline until =
      std::min<Deadline>(patience(deadline), std::chrono::steady_clock::now() + kLongestRepaint);
  if (!repaint->wait(until)) throw_covered(target, repaint->missing(), "not repainted");
}

}  // namespace native::x11

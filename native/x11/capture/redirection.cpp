#include "native/x11/capture/redirection.hpp"

#include <xcb/composite.h>
#include <xcb/damage.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "native/desktop/capture_area.hpp"
#include "native/desktop/error.hpp"
#include "native/x11/capture/capture.hpp"
#include "native/x11/capture/repaint_proof.hpp"
#include "native/x11/connection/event_queue.hpp"
#include "native/x11/connection/server_grab.hpp"
#include "native/x11/windows/process_ids.hpp"

namespace native::x11 {
namespace {

// An application that has not repainted by then is stuck, even if the caller would allow more time.
constexpr auto kLongestRepaint = std::chrono::seconds(5);
// A redirection by another program that lasts longer is not a short capture: its window was painted
// long ago, if the application is alive.
constexpr auto kForeignRedirection = std::chrono::seconds(1);
constexpr auto kForeignPoll = std::chrono::milliseconds(5);

using Clock = std::chrono::steady_clock;

[[noreturn]] void throw_covered(const CaptureTarget& target, const std::string& cause,
                                const std::string& reason) {
  const std::string id = std::to_string(target.id);
  // A stopped process could not repaint at the front either.
  const bool stopped = cause.ends_with("is stopped");
  throw Error(
      "CAPTURE_FAILED",
      "window " + id +
          " is covered or partly off the screen, and its pixels cannot be captured: " + cause,
      stopped ? "Continue the process (kill -CONT), or give a region of the window that shows."
              : "Bring it to the front (capture_focus: foreground), or give a region of it that "
                "shows.",
      {{"reason", reason}, {"window", id}});
}

void require_extensions(const Connection& connection, const CaptureTarget& target) {
  const Extensions& extensions = connection.extensions();
  if (!extensions.composite)
    throw_covered(target, "the display server lacks Composite 0.2", "no composite");
  if (!extensions.damage) throw_covered(target, "the display server lacks DAMAGE", "no damage");
}

// Waits until the server has processed all requests so far and its events have arrived.
void synchronise(Connection& connection) {
  Ask<xcb_get_input_focus_reply> asked(connection.raw(), xcb_get_input_focus(connection.raw()));
  asked.wait();
}

bool has_storage(Connection& connection, xcb_window_t window) {
  xcb_connection_t* c = connection.raw();
  const xcb_pixmap_t pixmap = xcb_generate_id(c);
  if (check(c, xcb_composite_name_window_pixmap_checked(c, window, pixmap)) != 0) return false;
  xcb_free_pixmap(c, pixmap);
  return true;
}

struct RedirectLocks {
  std::mutex mutex;
  std::condition_variable changed;
  std::set<std::string> taken;
};

RedirectLocks& turns() {
  static RedirectLocks all;
  return all;
}

}  // namespace

RedirectLock::RedirectLock(const std::string& display, std::uint32_t window, Deadline until)
    : key_(display + " " + std::to_string(window)) {
  RedirectLocks& all = turns();
  std::unique_lock<std::mutex> lock(all.mutex);
  had_ = all.changed.wait_until(lock, until, [&] { return all.taken.count(key_) == 0; });
  if (had_) all.taken.insert(key_);
}

RedirectLock::~RedirectLock() {
  if (!had_) return;
  RedirectLocks& all = turns();
  {
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.taken.erase(key_);
  }
  all.changed.notify_all();
}

Redirection::Undo::~Undo() {
  xcb_connection_t* c = connection.raw();
  if (damage != XCB_NONE) {
    xcb_damage_destroy(c, damage);
    xcb_composite_unredirect_window(c, window, XCB_COMPOSITE_REDIRECT_AUTOMATIC);
  }
  // Waits until it is undone.
  const Owned<xcb_get_input_focus_reply_t> done(
      xcb_get_input_focus_reply(c, xcb_get_input_focus(c), nullptr));
}

Redirection::Redirection(Connection& connection, const CaptureTarget& target, Deadline deadline)
    : until_(std::min<Deadline>(patience(deadline), Clock::now() + kLongestRepaint)),
      turn_(connection.name().text, static_cast<std::uint32_t>(target.id), until_),
      undo_{connection, static_cast<xcb_window_t>(target.id), XCB_NONE},
      to_window_(connection, undo_.window, XCB_EVENT_MASK_STRUCTURE_NOTIFY) {
  require_extensions(connection, target);
  if (!turn_.had()) throw_covered(target, "another capture of it has not ended", "busy");
  const xcb_window_t window = undo_.window;
  const std::int64_t pid = ProcessIds(connection).of(window);
  const EventSelection to_root(connection, connection.root(), Ping::kAnswers);
  const Deadline foreign_limit = Clock::now() + kForeignRedirection;
  std::optional<RepaintProof> repaint;
  while (!repaint) {
    {
      // During the grab only the server paints, so its background can be distinguished from the
      // application's pixels.
      const ServerGrab grab(connection);
      const Placement placement = study_placement(connection, window);
      level_ = placement.client();
      const Rect area = cut_to_region(placement.shadow_free, target);
      Region hidden = placement.hidden_on_screen(area);
      hidden.move(-level_.area.x, -level_.area.y);
      const bool foreign = !hidden.empty() && has_storage(connection, window);
      if (!foreign || Clock::now() >= foreign_limit) {
        repaint.emplace(connection, level_, std::move(hidden), pid);
        redirect(target);
        if (foreign) {
          repaint->trust_earlier_paint();
        } else {
          repaint->count_background();
        }
      }
    }
    if (repaint) break;
    if (Clock::now() >= until_)
      throw_covered(target, "another program's capture has not ended", "busy");
    next_event(connection, std::min<Deadline>(until_, Clock::now() + kForeignPoll));
  }
  const RepaintProof::Outcome outcome = repaint->wait(until_);
  resized_ = outcome == RepaintProof::Outcome::kResized;
  if (outcome == RepaintProof::Outcome::kNo)
    throw_covered(target, repaint->missing(), "not repainted");
}

bool Redirection::lasts() {
  bool same = !resized_;
  while (const auto event = undo_.connection.queued_event()) {
    if (event_kind(*event) != XCB_CONFIGURE_NOTIFY) continue;
    const auto& notify = reinterpret_cast<const xcb_configure_notify_event_t&>(*event);
    if (notify.window != undo_.window) continue;
    same &= notify.width == level_.area.width && notify.height == level_.area.height;
  }
  return same;
}

void Redirection::redirect(const CaptureTarget& target) {
  Connection& connection = undo_.connection;
  xcb_connection_t* c = connection.raw();
  const std::uint32_t damage = xcb_generate_id(c);
  const auto created =
      xcb_damage_create_checked(c, damage, undo_.window, XCB_DAMAGE_REPORT_LEVEL_RAW_RECTANGLES);
  const auto redirected =
      xcb_composite_redirect_window_checked(c, undo_.window, XCB_COMPOSITE_REDIRECT_AUTOMATIC);
  const int redirect_error = check(c, redirected);
  if (check(c, created) != 0) throw_window_gone(undo_.window);
  undo_.damage = damage;
  if (redirect_error != 0) {
    throw_covered(
        target,
        "the server refused to redirect it (X error " + std::to_string(redirect_error) + ")",
        "redirect refused");
  }
  synchronise(connection);
}

}  // namespace native::x11

#include "native/x11/repaint.hpp"

#include <unistd.h>
#include <xcb/damage.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "native/linux/process_activity.hpp"
#include "native/x11/events.hpp"
#include "native/x11/placement.hpp"

namespace native::x11 {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// Longer than one frame of a toolkit's clock, so that a paint put off to the next frame has begun.
constexpr milliseconds kQuiet{30};
// Without pings quiet is all there is: long enough for a slow terminal.
constexpr milliseconds kQuietWithoutPing{100};
// A picture in motion is never quiet; after this long every hidden pixel is from a whole new frame.
constexpr milliseconds kAnimated{300};
constexpr milliseconds kProcessPoll{5};

}  // namespace

Repaint::Repaint(Connection& connection, xcb_window_t window, const Rect& area, Region hidden,
                 std::int64_t pid)
    : connection_(connection),
      window_(window),
      area_(area),
      hidden_(std::move(hidden)),
      unpainted_(hidden_),
      bare_(hidden_),
      pid_(pid),
      ping_(connection, window),
      last_change_(Clock::now()),
      covered_since_(last_change_) {}

void Repaint::count_background() {
  while (const Owned<xcb_generic_event_t> event{xcb_poll_for_queued_event(connection_.raw())}) {
    if (event_kind(*event) != connection_.damage_event() + XCB_DAMAGE_NOTIFY) continue;
    const auto& notify = reinterpret_cast<const xcb_damage_notify_event_t&>(*event);
    bare_.subtract({notify.area.x, notify.area.y, notify.area.width, notify.area.height});
  }
}

void Repaint::trust_earlier_paint() {
  if (ping_.taken()) unpainted_ = Region();
}

Repaint::Outcome Repaint::wait(Deadline until) {
  if (ping_.taken()) ping_.send();
  for (;;) {
    const Deadline now = Clock::now();
    if (resized_) return Outcome::kResized;
    if (settled(now)) return Outcome::kYes;
    const bool quiet = now >= quiet_end();
    if (now >= until || (quiet && process_stopped())) return Outcome::kNo;
    if (quiet && ping_.taken() && first_answer_ && !ping_.on_its_way() && !confirmed_) ping_.send();
    const Deadline wake = quiet ? now + kProcessPoll : quiet_end();
    if (const auto event = next_event(connection_, std::min(wake, until))) take(*event);
  }
}

void Repaint::take(const xcb_generic_event_t& event) {
  const int kind = event_kind(event);
  if (kind == connection_.damage_event() + XCB_DAMAGE_NOTIFY) {
    const auto& notify = reinterpret_cast<const xcb_damage_notify_event_t&>(event);
    painted({notify.area.x, notify.area.y, notify.area.width, notify.area.height});
  } else if (ping_.answered_by(event)) {
    answered();
  } else if (kind == XCB_CONFIGURE_NOTIFY) {
    const auto& notify = reinterpret_cast<const xcb_configure_notify_event_t&>(event);
    resized_ |=
        notify.window == window_ && (notify.width != area_.width || notify.height != area_.height);
  } else if (kind == XCB_DESTROY_NOTIFY) {
    if (reinterpret_cast<const xcb_destroy_notify_event_t&>(event).window == window_) {
      throw_window_gone(window_);
    }
  }
}

void Repaint::painted(const Rect& area) {
  if (!hidden_.meets(area)) return;
  painted_any_ = true;
  confirmed_ = false;
  last_change_ = Clock::now();
  bare_.subtract(area);
  if (unpainted_.empty()) return;
  unpainted_.subtract(area);
  if (unpainted_.empty()) covered_since_ = last_change_;
}

void Repaint::answered() {
  if (first_answer_) {
    // A paint since the ping was sent began a new quiet time, and with it the need for another
    // answer.
    confirmed_ = Clock::now() >= quiet_end();
    return;
  }
  first_answer_ = true;
  last_change_ = Clock::now();
}

Deadline Repaint::quiet_end() {
  return last_change_ + (ping_.taken() ? kQuiet : kQuietWithoutPing);
}

bool Repaint::animated(Deadline now) {
  return unpainted_.empty() && now >= covered_since_ + kAnimated && now < quiet_end();
}

bool Repaint::settled(Deadline now) {
  if (ping_.taken()) {
    if (!first_answer_ || !unpainted_.empty()) return false;
    return confirmed_ || animated(now);
  }
  if ((!painted_any_ && !hidden_.empty()) || !bare_.empty()) return false;
  return animated(now) || (now >= quiet_end() && process_waits());
}

bool Repaint::process_waits() const {
  if (pid_ <= 0 || pid_ == ::getpid()) return true;
  const auto activity = process_activity("/proc", static_cast<pid_t>(pid_));
  return !activity || (activity->waiting && !activity->stopped);
}

bool Repaint::process_stopped() const {
  if (pid_ <= 0) return false;
  const auto activity = process_activity("/proc", static_cast<pid_t>(pid_));
  return activity && activity->stopped;
}

std::string Repaint::missing() {
  if (process_stopped()) {
    return "its process " + std::to_string(pid_) + " is stopped, so that it cannot repaint";
  }
  if (ping_.taken() && !first_answer_)
    return "its application does not answer, so that it did not repaint";
  if (!painted_any_) return "its application painted nothing after it was asked to";
  return "its application did not repaint all of it in time";
}

}  // namespace native::x11

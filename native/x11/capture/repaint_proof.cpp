#include "native/x11/capture/repaint_proof.hpp"

#include <unistd.h>
#include <xcb/damage.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "native/linux/process_activity.hpp"
#include "native/x11/capture/service_order.hpp"
#include "native/x11/connection/event_queue.hpp"
#include "native/x11/connection/server_grab.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// Longer than one tick of a toolkit's frame clock, so that a paint deferred to the next frame has
// begun.
constexpr milliseconds kQuietRepaint{30};
// Without pings quiet is the only evidence, so it must last long enough for a slow terminal. Also
// used when pixels are left to the server, where it must last until the next frame of a video.
constexpr milliseconds kQuietWithoutPing{100};
// Pixels that an application leaves unpainted for this long after the exposure stay as they are.
constexpr milliseconds kLeftAlone{300};
// An animation is never quiet; after this time every hidden pixel belongs to a complete new frame.
constexpr milliseconds kAnimatedRepaint{300};
constexpr milliseconds kProcessPoll{5};
// Another capture selects the window's events briefly, which looks as if a client painted there.
constexpr milliseconds kLookPoll{50};

std::uint64_t sleeps_of(std::int64_t pid) {
  if (pid <= 0) return 0;
  const auto activity = process_activity("/proc", static_cast<pid_t>(pid));
  return activity ? activity->sleeps : 0;
}

}  // namespace

RepaintProof::RepaintProof(Connection& connection, const Level& level, Region hidden,
                           std::int64_t pid)
    : connection_(connection),
      window_(level.window),
      area_(level.area),
      hidden_(std::move(hidden)),
      unpainted_(hidden_),
      bare_(hidden_),
      background_(connection, level),
      pid_(pid),
      sleeps_(sleeps_of(pid)),
      ping_(connection, window_),
      last_change_(Clock::now()),
      covered_since_(last_change_),
      told_since_(last_change_),
      next_look_(last_change_ + kLookPoll) {}

void RepaintProof::count_background() {
  while (const auto event = connection_.queued_event()) {
    if (event_kind(*event) != connection_.damage_event() + XCB_DAMAGE_NOTIFY) continue;
    const auto& notify = reinterpret_cast<const xcb_damage_notify_event_t&>(*event);
    bare_.subtract({notify.area.x, notify.area.y, notify.area.width, notify.area.height});
  }
  server_painted_ = true;
  if (!unpainted_.empty()) spare(background_.never_asked());
}

void RepaintProof::spare(Region region) {
  if (!unpainted_.exact() || !bare_.exact()) return;
  region.subtract(bare_);
  region.cut_to(unpainted_);
  if (!region.exact()) return;
  unpainted_.subtract(region);
  for (const Rect& part : region.parts()) spared_.add_disjoint(part);
  if (unpainted_.empty()) covered_since_ = Clock::now();
}

// Requires the spared pixels after all: a client that paints some of them has not finished before
// all are painted.
void RepaintProof::demand_spared() {
  for (const Rect& part : spared_.parts()) unpainted_.add_disjoint(part);
  spared_ = Region();
  paints_unasked_ = true;
}

void RepaintProof::look_again(Deadline now) {
  if (!server_painted_ || paints_unasked_ || unpainted_.empty() || now < next_look_) return;
  next_look_ = now + kLookPoll;
  const bool left = has_left_it(now);
  const ServerGrab grab(connection_);
  spare(background_.never_asked());
  if (left && !unpainted_.empty())
    spare(ping_.taken() ? background_.left_alone() : background_.picture(unpainted_));
  // Paint from before the grab has been reported by now.
  while (const auto event = connection_.queued_event()) take(*event);
}

// Returns whether the application received the exposure a while ago and has been waiting since.
bool RepaintProof::has_left_it(Deadline now) {
  if (now < told_since_ + kLeftAlone || (ping_.taken() && !first_answer_)) return false;
  if (pid_ <= 0 || pid_ == ::getpid()) return false;
  const auto activity = process_activity("/proc", static_cast<pid_t>(pid_));
  return activity && activity->waiting && !activity->stopped && activity->sleeps > sleeps_;
}

void RepaintProof::trust_earlier_paint() {
  if (ping_.taken()) unpainted_ = Region();
}

RepaintProof::Outcome RepaintProof::wait(Deadline until) {
  if (ping_.taken()) ping_.send();
  for (;;) {
    const Deadline now = Clock::now();
    if (resized_) return Outcome::kResized;
    if (settled(now)) return Outcome::kYes;
    look_again(now);
    const bool quiet = now >= quiet_end();
    if (now >= until || (quiet && process_stopped())) return Outcome::kNo;
    if (quiet && ping_.taken() && first_answer_ && !ping_.on_its_way() && !confirmed_) ping_.send();
    const Deadline wake = quiet ? now + kProcessPoll : quiet_end();
    if (const auto event = next_event(connection_, std::min(wake, until))) take(*event);
  }
}

void RepaintProof::take(const xcb_generic_event_t& event) {
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

void RepaintProof::painted(const Rect& area) {
  background_.painted(area);
  if (!hidden_.meets(area)) return;
  if (spared_.meets(area)) demand_spared();
  painted_any_ = true;
  confirmed_ = false;
  last_change_ = Clock::now();
  bare_.subtract(area);
  if (unpainted_.empty()) return;
  unpainted_.subtract(area);
  if (unpainted_.empty()) covered_since_ = last_change_;
}

void RepaintProof::answered() {
  if (first_answer_) {
    // A paint after the ping restarted the quiet time, so another answer is needed.
    confirmed_ = Clock::now() >= quiet_end();
    return;
  }
  first_answer_ = true;
  last_change_ = told_since_ = Clock::now();
}

Deadline RepaintProof::quiet_end() {
  return last_change_ + (ping_.taken() && spared_.empty() ? kQuietRepaint : kQuietWithoutPing);
}

bool RepaintProof::animated(Deadline now) {
  return unpainted_.empty() && now >= covered_since_ + kAnimatedRepaint && now < quiet_end();
}

bool RepaintProof::settled(Deadline now) {
  if (ping_.taken()) {
    if (!first_answer_ || !unpainted_.empty()) return false;
    return confirmed_ || animated(now);
  }
  if ((!painted_any_ || paints_unasked_) && !unpainted_.empty()) return false;
  if (!bare_.empty()) return false;
  return animated(now) || (now >= quiet_end() && process_waits() && has_sent_nothing());
}

// Returns whether nothing that the application had sent, but the server had not read yet, was
// paint.
bool RepaintProof::has_sent_nothing() {
  const Deadline before = last_change_;
  wait_until_served(connection_, window_);
  while (const auto event = connection_.queued_event()) take(*event);
  return last_change_ == before && !resized_;
}

bool RepaintProof::process_waits() const {
  if (pid_ <= 0 || pid_ == ::getpid()) return true;
  const auto activity = process_activity("/proc", static_cast<pid_t>(pid_));
  return !activity || (activity->waiting && !activity->stopped);
}

bool RepaintProof::process_stopped() const {
  if (pid_ <= 0) return false;
  const auto activity = process_activity("/proc", static_cast<pid_t>(pid_));
  return activity && activity->stopped;
}

std::string RepaintProof::missing() {
  if (process_stopped()) {
    return "its process " + std::to_string(pid_) + " is stopped";
  }
  if (ping_.taken() && !first_answer_) return "its application does not answer";
  if (!painted_any_) return "its application did not repaint";
  return "its application did not repaint all of it in time";
}

}  // namespace native::x11

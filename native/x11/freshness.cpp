#include "native/x11/freshness.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "native/linux/process_activity.hpp"
#include "native/linux/process_info.hpp"
#include "native/x11/placement.hpp"
#include "native/x11/process_ids.hpp"

namespace native::x11 {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// How often a process is looked at.
constexpr milliseconds kPoll{1};
constexpr milliseconds kStoppedPoll{50};
// One that uses so much processor time without a rest is painting all the time: a picture in
// motion. Time on the clock says nothing: on a busy machine it passes without the process running.
constexpr milliseconds kBusy{60};

std::uint64_t busy_ticks() {
  return static_cast<std::uint64_t>(kBusy.count() * ::sysconf(_SC_CLK_TCK) / 1000);
}

char state_of(std::int64_t pid) {
  const auto status = process_status("/proc", static_cast<pid_t>(pid));
  return status ? status->state : '?';
}

}  // namespace

Freshness::Freshness(Connection& connection, xcb_window_t window)
    : connection_(connection),
      window_(window),
      pid_(ProcessIds(connection).of(window)),
      to_root_(connection, connection.root(), XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY),
      to_window_(connection, window,
                 XCB_EVENT_MASK_EXPOSURE | XCB_EVENT_MASK_VISIBILITY_CHANGE |
                     XCB_EVENT_MASK_STRUCTURE_NOTIFY),
      ping_(connection, window) {}

bool Freshness::caught_up(Deadline until) {
  if (stopped()) return false;
  Ask<xcb_get_geometry_reply> asked(connection_.raw(),
                                    xcb_get_geometry(connection_.raw(), window_));
  const auto geometry = asked.wait();
  if (!geometry) throw_window_gone(window_);
  while (const Owned<xcb_generic_event_t> event{xcb_poll_for_queued_event(connection_.raw())}) {
    take(*event);
  }
  width_ = geometry->width;
  height_ = geometry->height;
  changed_ = false;
  return ping_.taken() ? answers(until) : sleeps(until);
}

bool Freshness::answers(Deadline until) {
  ping_.send();
  while (ping_.on_its_way()) {
    const Deadline now = Clock::now();
    if (now >= until || stopped()) return false;
    if (const auto event = next_event(connection_, std::min<Deadline>(until, now + kStoppedPoll)))
      take(*event);
  }
  return true;
}

// The server hands out events, and looks for new requests, when it has served everybody who waited:
// by the second answer all applications have been woken, and what they sent before has been done.
void Freshness::go_round() {
  for (int round = 0; round < 2; ++round) {
    Ask<xcb_get_input_focus_reply> asked(connection_.raw(), xcb_get_input_focus(connection_.raw()));
    asked.wait();
  }
}

bool Freshness::sleeps(Deadline until) {
  if (pid_ <= 0 || pid_ == ::getpid()) return true;
  const auto pid = static_cast<pid_t>(pid_);
  const auto first = process_status("/proc", pid);
  go_round();
  std::optional<std::uint64_t> slept;  // after how many sleeps it was last seen waiting
  while (Clock::now() < until) {
    const auto activity = process_activity("/proc", pid);
    const auto status = process_status("/proc", pid);
    if (!activity || !status || !first) return true;
    if (activity->stopped) return false;
    if (activity->waiting) {
      if (slept == activity->sleeps) return true;
      slept = activity->sleeps;
      go_round();
      continue;
    }
    if (status->processor - first->processor >= busy_ticks()) return true;
    if (const auto event = next_event(connection_, Clock::now() + kPoll)) take(*event);
  }
  return false;
}

bool Freshness::stopped() const {
  if (pid_ <= 0) return false;
  const char state = state_of(pid_);
  return state == 'T' || state == 't';
}

void Freshness::take(const xcb_generic_event_t& event) {
  if (ping_.answered_by(event)) return;
  const int kind = event_kind(event);
  if (kind == XCB_EXPOSE) {
    changed_ |= reinterpret_cast<const xcb_expose_event_t&>(event).window == window_;
  } else if (kind == XCB_VISIBILITY_NOTIFY) {
    changed_ |= reinterpret_cast<const xcb_visibility_notify_event_t&>(event).window == window_;
  } else if (kind == XCB_CONFIGURE_NOTIFY) {
    const auto& notify = reinterpret_cast<const xcb_configure_notify_event_t&>(event);
    changed_ |= notify.window == window_ && (notify.width != width_ || notify.height != height_);
  } else if (kind == XCB_DESTROY_NOTIFY) {
    if (reinterpret_cast<const xcb_destroy_notify_event_t&>(event).window == window_)
      throw_window_gone(window_);
  }
}

bool Freshness::lasts() {
  while (const Owned<xcb_generic_event_t> event{xcb_poll_for_queued_event(connection_.raw())}) {
    take(*event);
  }
  return !changed_;
}

std::string Freshness::missing() const {
  if (stopped()) return "its process " + std::to_string(pid_) + " is stopped";
  return "its application does not answer";
}

}  // namespace native::x11

#include "native/x11/capture/client_sync.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "native/linux/process_activity.hpp"
#include "native/linux/process_info.hpp"
#include "native/x11/capture/service_order.hpp"
#include "native/x11/windows/placement.hpp"

namespace native::x11 {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// How often the state of a process is read.
constexpr milliseconds kSyncPoll{1};
constexpr milliseconds kStoppedPoll{50};
constexpr milliseconds kCheckPoll{10};

std::uint64_t to_ticks(milliseconds time) {
  return static_cast<std::uint64_t>(time.count() * ::sysconf(_SC_CLK_TCK) / 1000);
}

char state_of(std::int64_t pid) {
  const auto status = process_status("/proc", static_cast<pid_t>(pid));
  return status ? status->state : '?';
}

}  // namespace

ClientSync::ClientSync(Connection& connection, xcb_window_t window, milliseconds busy,
                       std::function<void()> check)
    : connection_(connection),
      window_(window),
      busy_(busy),
      check_(std::move(check)),
      owners_(connection),
      to_root_(connection, connection.root(), Ping::kAnswers),
      to_window_(connection, window,
                 XCB_EVENT_MASK_EXPOSURE | XCB_EVENT_MASK_VISIBILITY_CHANGE |
                     XCB_EVENT_MASK_STRUCTURE_NOTIFY),
      ping_(connection, window) {}

bool ClientSync::caught_up(const Rect& area, Deadline until) {
  width_ = area.width;
  height_ = area.height;
  take_queued();
  changed_ = false;
  return ping_.taken() ? answers(until) : sleeps(until);
}

bool ClientSync::answers(Deadline until) {
  ping_.send();
  while (ping_.on_its_way()) {
    const Deadline now = Clock::now();
    if (check_) check_();
    if (now >= until || stopped()) return false;
    const milliseconds poll = check_ ? kCheckPoll : kStoppedPoll;
    if (const auto event = next_event(connection_, std::min<Deadline>(until, now + poll)))
      take(*event);
  }
  return true;
}

// A process that waits before and after it has been served, without having run in between, has seen
// and painted everything.
bool ClientSync::sleeps(Deadline until) {
  const auto owner = static_cast<pid_t>(pid());
  if (owner <= 0 || owner == ::getpid()) return true;
  std::optional<ProcessActivity> slept;  // when it was last seen waiting
  std::optional<std::uint64_t> began;    // processor time when it was first seen running
  while (Clock::now() < until) {
    if (check_) check_();
    const auto activity = process_activity("/proc", owner);
    if (!activity) return true;
    if (activity->stopped) return false;
    if (activity->waiting) {
      if (slept && activity->same_wait(*slept)) return true;
      slept = activity;
      wait_until_served(connection_, window_);
      continue;
    }
    const auto status = process_status("/proc", owner);
    if (!status) return true;
    if (!began) began = status->processor;
    if (status->processor - *began >= to_ticks(busy_)) return true;
    if (const auto event = next_event(connection_, Clock::now() + kSyncPoll)) take(*event);
  }
  return false;
}

bool ClientSync::stopped() {
  if (pid() <= 0) return false;
  const char state = state_of(pid());
  return state == 'T' || state == 't';
}

void ClientSync::take(const xcb_generic_event_t& event) {
  if (ping_.answered_by(event)) return;
  const int kind = event_kind(event);
  if (kind == XCB_EXPOSE) {
    changed_ |= reinterpret_cast<const xcb_expose_event_t&>(event).window == window_;
  } else if (kind == XCB_VISIBILITY_NOTIFY) {
    changed_ |= reinterpret_cast<const xcb_visibility_notify_event_t&>(event).window == window_;
  } else if (kind == XCB_CONFIGURE_NOTIFY) {
    const auto& notify = reinterpret_cast<const xcb_configure_notify_event_t&>(event);
    if (notify.window != window_ || sent_by_client(event)) return;
    changed_ |= notify.width != width_ || notify.height != height_;
    width_ = notify.width;
    height_ = notify.height;
  } else if (kind == XCB_DESTROY_NOTIFY) {
    if (reinterpret_cast<const xcb_destroy_notify_event_t&>(event).window == window_)
      throw_window_gone(window_);
  }
}

void ClientSync::take_queued() {
  while (const auto event = connection_.queued_event()) take(*event);
}

bool ClientSync::lasts() {
  take_queued();
  return !changed_;
}

std::string ClientSync::missing() {
  if (stopped()) return "its process " + std::to_string(pid()) + " is stopped";
  return "its application does not answer";
}

}  // namespace native::x11

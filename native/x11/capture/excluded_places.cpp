#include "native/x11/capture/excluded_places.hpp"

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>

#include "native/linux/process_info.hpp"
#include "native/linux/socket_peer.hpp"

namespace native::x11 {
namespace {

using Clock = std::chrono::steady_clock;

// By how much a compositor may lag: two frames at 60 Hz and some time to be scheduled.
constexpr std::chrono::milliseconds kLag{50};
// A compositor that waited for a processor for longer than this had no chance to draw.
constexpr std::chrono::milliseconds kHeldUp{25};
constexpr std::chrono::milliseconds kLongestWait{200};
// How often it is seen whether the compositor is stopped.
constexpr std::chrono::milliseconds kBetweenLooks{5};
// The places that another capture of this connection saw are filled, too, for this long.
constexpr std::chrono::seconds kMemory{1};
// When windows still move by then, everything is filled.
constexpr int kMaxAttempts = 8;

// Returns the window that an event says came, went, moved or changed its size; NONE for events that
// say nothing of that kind, or that a client made up.
xcb_window_t changed_window(const xcb_generic_event_t& event) {
  if (sent_by_client(event)) return XCB_WINDOW_NONE;
  switch (event_kind(event)) {
    case XCB_CREATE_NOTIFY:
    case XCB_DESTROY_NOTIFY:
    case XCB_UNMAP_NOTIFY:
    case XCB_MAP_NOTIFY:
    case XCB_REPARENT_NOTIFY:
    case XCB_CONFIGURE_NOTIFY:
    case XCB_GRAVITY_NOTIFY: {
      // All of these name the window in the same place.
      xcb_map_notify_event_t named;
      std::memcpy(&named, &event, sizeof named);
      return named.window;
    }
    default:
      return XCB_WINDOW_NONE;
  }
}

}  // namespace

// Returns whether excluded windows were at their places for long enough. Call under the grab, after
// a reply: events of what came before it have arrived.
bool ExcludedPlaces::is_settled(const std::vector<Rect>& areas, bool any_shown) {
  if (attempts_ > 0) return areas == last_;
  const Connection::Seen& seen = connection_.excluded;
  // A window may have covered an excluded one, or an excluded one may have gone, a moment ago.
  if (!any_shown && !seen.any) return true;
  if (Clock::now() - seen.when < kMemory) moved_ = seen.areas;
  return false;
}

// Returns whether one of the windows came, went, moved or changed its size since the last call.
bool ExcludedPlaces::any_changed(const std::set<xcb_window_t>& windows) {
  bool changed = false;
  while (const auto event = connection_.poll_event()) {
    const xcb_window_t window = changed_window(*event);
    changed = changed || windows.count(window) > 0 || last_holders_.count(window) > 0;
  }
  return changed;
}

// Returns whether a part of the picture is filled only because an excluded window was there before.
bool ExcludedPlaces::fills_more(const std::vector<Rect>& areas, const Rect& picture) const {
  return std::any_of(moved_.begin(), moved_.end(), [&](const Rect& before) {
    return !intersection(before, picture).empty() &&
           std::find(areas.begin(), areas.end(), before) == areas.end();
  });
}

void ExcludedPlaces::try_again(std::vector<Rect> areas, std::set<xcb_window_t> holders) {
  if (!changes_)
    changes_.emplace(connection_, connection_.root(), XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY);
  moved_.insert(moved_.end(), areas.begin(), areas.end());
  last_ = std::move(areas);
  last_holders_ = std::move(holders);
  throw Unsettled{};
}

void ExcludedPlaces::add_to(FrameInfo& info, WindowSurvey& survey) {
  survey.study();
  int count = 0;
  std::vector<Rect> areas = survey.visible_areas(info.origin, count);
  if (survey.composited()) {
    info.delayed = true;
    compositor_ = survey.compositor();
    const bool stopped = is_compositor_stopped();
    std::set<xcb_window_t> holders = survey.holders();
    const bool changed = any_changed(holders);
    const bool settled = is_settled(areas, survey.any_shown()) && !changed;
    if (!settled && !stopped && ++attempts_ <= kMaxAttempts)
      try_again(std::move(areas), std::move(holders));
    connection_.excluded = {areas, survey.any_shown() || !settled, Clock::now()};
    if (stopped || !settled) {
      info.note = stopped ? "the compositor is stopped, so the screen may show what was there at "
                            "any time before; the whole picture is filled"
                          : "an excluded window keeps moving; the whole picture is filled";
      moved_ = {info.origin};
    } else if (fills_more(areas, info.origin)) {
      info.note =
          "an excluded window changed its place during the capture; more than it was filled";
    }
    areas.insert(areas.end(), moved_.begin(), moved_.end());
  }
  for (const Rect& area : areas)
    if (const Rect part = intersection(area, info.origin); !part.empty())
      info.excluded.push_back(part);
  info.excluded_windows = info.excluded.empty() ? 0 : std::max(count, 1);
}

std::chrono::nanoseconds ExcludedPlaces::held_up_so_far() {
  const auto server = peer_of(xcb_get_file_descriptor(connection_.raw()));
  std::chrono::nanoseconds sum{};
  for (const std::int64_t pid : {compositor_, std::int64_t{server ? server->pid : 0}})
    if (pid > 0) sum += process_held_up("/proc", static_cast<pid_t>(pid)).value_or(sum.zero());
  return sum;
}

bool ExcludedPlaces::is_compositor_stopped() const {
  if (compositor_ <= 0) return false;
  const auto status = process_status("/proc", static_cast<pid_t>(compositor_));
  return status && (status->state == 'T' || status->state == 't');
}

void ExcludedPlaces::settle(Deadline deadline) {
  const Deadline last = std::min<Deadline>(patience(deadline), Clock::now() + kLongestWait);
  std::chrono::nanoseconds before = held_up_so_far();
  Deadline until = Clock::now() + kLag;
  while (Clock::now() < last) {
    std::this_thread::sleep_until(std::min({last, until, Deadline(Clock::now() + kBetweenLooks)}));
    if (is_compositor_stopped()) until = Clock::now() + kLag;
    if (Clock::now() < until) continue;
    const std::chrono::nanoseconds now = held_up_so_far();
    if (now - before < kHeldUp) return;
    before = now;
    until = Clock::now() + kLag;
  }
}

}  // namespace native::x11

#include "native/x11/capture/excluded_places.hpp"

#include <algorithm>
#include <thread>

#include "native/x11/connection/event_queue.hpp"

namespace native::x11 {
namespace {

using Clock = std::chrono::steady_clock;

// By how much a compositor may lag: two frames at 60 Hz and some time to be scheduled.
constexpr std::chrono::milliseconds kLag{50};
// What another capture of this connection saw counts for this long.
constexpr std::chrono::seconds kMemory{1};
// Windows that still move by then are filled wherever they have been.
constexpr int kMaxAttempts = 8;

}  // namespace

bool ExcludedPlaces::is_settled(const std::vector<Rect>& areas, bool any_shown) {
  if (attempts_ > 0) return areas == last_;
  const Connection::Seen& seen = connection_.excluded;
  const bool recent = Clock::now() - seen.when < kMemory;
  // What covers an excluded window may have come a moment ago.
  if (!any_shown && !(recent && !seen.areas.empty())) return true;
  if (recent) {
    moved_ = seen.areas;
    return areas == seen.areas && Clock::now() - seen.when > kLag;
  }
  return false;
}

void ExcludedPlaces::add_to(FrameInfo& info, WindowSurvey& survey) {
  survey.study();
  int count = 0;
  std::vector<Rect> areas = survey.visible_areas(info.origin, count);
  if (survey.composited()) {
    info.delayed = true;
    const bool settled = is_settled(areas, survey.any_shown());
    if (!settled && ++attempts_ <= kMaxAttempts) {
      if (attempts_ > 1 && areas != last_)
        moved_.push_back(bounding(bounding(last_.empty() ? areas : last_),
                                  bounding(areas.empty() ? last_ : areas)));
      moved_.insert(moved_.end(), areas.begin(), areas.end());
      last_ = std::move(areas);
      throw Unsettled{};
    }
    if (!settled) info.note = "an excluded window keeps moving; more than it was filled";
    connection_.excluded = {areas, Clock::now()};
    areas.insert(areas.end(), moved_.begin(), moved_.end());
  }
  for (const Rect& area : areas)
    if (const Rect part = intersection(area, info.origin); !part.empty())
      info.excluded.push_back(part);
  info.excluded_windows = info.excluded.empty() ? 0 : std::max(count, 1);
}

void ExcludedPlaces::settle(Deadline deadline) {
  std::this_thread::sleep_until(std::min<Deadline>(patience(deadline), Clock::now() + kLag));
}

}  // namespace native::x11

#include "native/gate/recent_places.hpp"

namespace native {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kMemory{1};
constexpr std::size_t kMaxPlaces = 256;

}  // namespace

void RecentPlaces::forget_old() {
  while (!places_.empty() && Clock::now() - places_.front().left > kMemory) places_.pop_front();
}

void RecentPlaces::add(const Rect& place) {
  const std::lock_guard lock(mutex_);
  forget_old();
  // Beyond the limit, places are joined rather than forgotten.
  if (places_.size() >= kMaxPlaces) {
    places_.back() = {bounding(places_.back().area, place), Clock::now()};
    return;
  }
  places_.push_back({place, Clock::now()});
}

std::vector<Rect> RecentPlaces::places() {
  const std::lock_guard lock(mutex_);
  forget_old();
  std::vector<Rect> areas;
  for (const Place& place : places_) areas.push_back(place.area);
  return areas;
}

}  // namespace native

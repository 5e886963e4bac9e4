#pragma once

#include <chrono>
#include <deque>
#include <mutex>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// Where excluded windows were until they closed or moved, within the last second: a compositor may
// still show them there. Thread safe.
class RecentPlaces {
 public:
  void add(const Rect& place);
  std::vector<Rect> places();

 private:
  struct Place {
    Rect area;
    std::chrono::steady_clock::time_point left;
  };
  void forget_old();

  std::mutex mutex_;
  std::deque<Place> places_;  // the oldest first
};

}  // namespace native

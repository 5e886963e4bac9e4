#include "native/x11/events/screen_changes.hpp"

#include <algorithm>
#include <atomic>

namespace native::x11 {
namespace {

constexpr std::size_t kMaxSteps = 256;

// Numbers are unique for all connections of this process, so that a mark is never mistaken for one
// of another connection.
std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

ScreenChanges::ScreenChanges(Connection& connection)
    : damage_(connection), forgotten_(next_number()) {}

std::uint64_t ScreenChanges::mark() {
  collect();
  return steps_.empty() ? forgotten_ : steps_.back().number;
}

bool ScreenChanges::changed(std::uint64_t mark, const Rect& area) {
  if (mark < forgotten_) return true;
  collect();
  if (mark < forgotten_) return true;
  return std::any_of(steps_.begin(), steps_.end(), [&](const Step& step) {
    return step.number > mark &&
           std::any_of(step.painted.begin(), step.painted.end(),
                       [&](const Rect& painted) { return !intersection(painted, area).empty(); });
  });
}

void ScreenChanges::collect() {
  std::vector<Rect> painted = damage_.take();
  if (painted.empty()) return;
  steps_.push_back({next_number(), std::move(painted)});
  if (steps_.size() <= kMaxSteps) return;
  forgotten_ = steps_.front().number;
  steps_.pop_front();
}

}  // namespace native::x11

#include "native/desktop/events/painted_steps.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

namespace native {
namespace {

constexpr std::size_t kMaxSteps = 256;

std::uint64_t next_number() {
  static std::atomic<std::uint64_t> last = 0;
  return ++last;
}

}  // namespace

PaintedSteps::PaintedSteps() : forgotten_(next_number()) {}

void PaintedSteps::add(std::vector<Rect> painted) {
  if (painted.empty()) return;
  steps_.push_back({next_number(), std::move(painted)});
  if (steps_.size() <= kMaxSteps) return;
  forgotten_ = steps_.front().number;
  steps_.pop_front();
}

bool PaintedSteps::changed(std::uint64_t mark, const Rect& area) const {
  if (has_forgotten(mark)) return true;
  return std::any_of(steps_.begin(), steps_.end(), [&](const Step& step) {
    return step.number > mark &&
           std::any_of(step.painted.begin(), step.painted.end(),
                       [&](const Rect& painted) { return !intersection(painted, area).empty(); });
  });
}

}  // namespace native

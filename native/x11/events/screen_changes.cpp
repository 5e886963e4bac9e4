#include "native/x11/events/screen_changes.hpp"

namespace native::x11 {

ScreenChanges::ScreenChanges(Connection& connection) : damage_(connection) {}

std::uint64_t ScreenChanges::mark() {
  steps_.add(damage_.take());
  return steps_.mark();
}

bool ScreenChanges::changed(std::uint64_t mark, const Rect& area) {
  if (steps_.has_forgotten(mark)) return true;
  steps_.add(damage_.take());
  return steps_.changed(mark, area);
}

}  // namespace native::x11

#include "native/wayland/screen_changes.hpp"

namespace native::wayland {

std::uint64_t ScreenChanges::mark(Deadline deadline) {
  std::uint64_t result = 0;
  run_(deadline, [&] {
    if (!damage_) {
      damage_ = std::make_unique<ScreenDamage>(open_(deadline), deadline);
      steps_ = std::make_unique<PaintedSteps>();
    }
    steps_->add(damage_->take(deadline));
    result = steps_->mark();
  });
  return result;
}

bool ScreenChanges::changed(std::uint64_t mark, const Rect& area, Deadline deadline) {
  if (!steps_ || steps_->has_forgotten(mark)) return true;
  bool result = true;
  run_(deadline, [&] {
    if (!damage_) return;
    steps_->add(damage_->take(deadline));
    result = steps_->changed(mark, area);
  });
  return result;
}

void ScreenChanges::forget() {
  damage_.reset();
  steps_.reset();
}

}  // namespace native::wayland

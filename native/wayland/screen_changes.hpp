#pragma once

#include <functional>
#include <memory>

#include "native/desktop/desktop.hpp"
#include "native/desktop/events/painted_steps.hpp"
#include "native/wayland/connection.hpp"
#include "native/wayland/screen_damage.hpp"

namespace native::wayland {

// DamageTracker over ScreenDamage, which is opened at the first mark.
class ScreenChanges : public DamageTracker {
 public:
  using Open = std::function<std::unique_ptr<Connection>(Deadline deadline)>;
  using Run = std::function<void(Deadline deadline, const std::function<void()>& operation)>;
  // `run` turns what an operation throws into errors, and calls forget() after a loss.
  ScreenChanges(Open open, Run run) : open_(std::move(open)), run_(std::move(run)) {}

  std::uint64_t mark(Deadline deadline) override;
  bool changed(std::uint64_t mark, const Rect& area, Deadline deadline) override;
  // The connection has gone: what was painted is not known any more.
  void forget();

 private:
  const Open open_;
  const Run run_;
  std::unique_ptr<ScreenDamage> damage_;
  std::unique_ptr<PaintedSteps> steps_;
};

}  // namespace native::wayland

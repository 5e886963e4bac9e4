#pragma once

#include <cstdint>

#include "native/desktop/events/painted_steps.hpp"
#include "native/x11/events/screen_damage.hpp"

namespace native::x11 {

// Tracks painting on the screen. The server accumulates it (DAMAGE on the root window) and is asked
// only when we are asked: nothing runs in between. Bound to one connection; marks of other
// connections are invalid.
class ScreenChanges {
 public:
  // Throws "UNSUPPORTED" without DAMAGE or XFIXES. The connection must outlive it.
  explicit ScreenChanges(Connection& connection);

  // See native::DamageTracker. Each takes one round trip.
  std::uint64_t mark();
  bool changed(std::uint64_t mark, const Rect& area);

 private:
  ScreenDamage damage_;
  PaintedSteps steps_;
};

}  // namespace native::x11

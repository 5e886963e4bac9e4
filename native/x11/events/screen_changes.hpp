#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "native/x11/events/screen_damage.hpp"

namespace native::x11 {

// What is painted on the screen. The server itself collects it (DAMAGE on the root window) and is
// asked once a question: nothing runs in between. Bound to one connection; marks of other
// connections are of no use to it.
class ScreenChanges {
 public:
  // Throws "UNSUPPORTED" without DAMAGE or XFIXES. The connection must outlive it.
  explicit ScreenChanges(Connection& connection);

  // See native::DamageTracker. One round trip each.
  std::uint64_t mark();
  bool changed(std::uint64_t mark, const Rect& area);

 private:
  struct Step {
    std::uint64_t number;
    std::vector<Rect> painted;
  };
  void collect();

  ScreenDamage damage_;
  std::deque<Step> steps_;   // the newest last
  std::uint64_t forgotten_;  // what was painted up to here is not known any more
};

}  // namespace native::x11

#pragma once

#include <xcb/damage.h>
#include <xcb/xfixes.h>

#include <cstdint>
#include <deque>
#include <vector>

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Tracks painting on the screen. The server accumulates it (DAMAGE on the root window) and is asked
// only when we are asked: nothing runs in between. Bound to one connection; marks of other
// connections are invalid.
class ScreenChanges {
 public:
  // Throws "UNSUPPORTED" without DAMAGE or XFIXES. The connection must outlive it.
  explicit ScreenChanges(Connection& connection);
  ~ScreenChanges();
  ScreenChanges(const ScreenChanges&) = delete;
  ScreenChanges& operator=(const ScreenChanges&) = delete;

  // See native::DamageTracker. Each takes one round trip.
  std::uint64_t mark();
  bool changed(std::uint64_t mark, const Rect& area);

 private:
  struct Step {
    std::uint64_t number;
    std::vector<Rect> painted;
  };
  void collect();

  Connection& connection_;
  xcb_damage_damage_t damage_;
  xcb_xfixes_region_t parts_;
  std::deque<Step> steps_;   // newest last
  std::uint64_t forgotten_;  // painting up to this mark is no longer known
};

}  // namespace native::x11

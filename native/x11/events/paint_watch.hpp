#pragma once

#include <optional>
#include <vector>

#include "native/desktop/events/painted_regions.hpp"
#include "native/x11/events/screen_damage.hpp"

namespace native::x11 {

// Watches painting in some regions of the screen (DAMAGE on the root window).
class PaintWatch {
 public:
  explicit PaintWatch(Connection& connection) : connection_(connection) {}
  PaintWatch(const PaintWatch&) = delete;
  PaintWatch& operator=(const PaintWatch&) = delete;

  // Throws "UNSUPPORTED" when regions are wanted and the server lacks DAMAGE or XFIXES.
  void want(const std::vector<Rect>& regions);
  void take(const xcb_generic_event_t& event);
  bool marked() const { return regions_.marked(); }
  // Returns when to call collect() without a further event.
  std::optional<Deadline> due() const { return regions_.due(); }
  void collect(std::size_t room, std::vector<Event>& out);

 private:
  Connection& connection_;
  PaintedRegions regions_;
  std::optional<ScreenDamage> damage_;
};

}  // namespace native::x11

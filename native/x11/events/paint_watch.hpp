#pragma once

#include <xcb/damage.h>
#include <xcb/xfixes.h>

#include <optional>
#include <vector>

#include "native/desktop/events.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Watches painting in some regions of the screen (DAMAGE on the root window). The server
// accumulates it; after its first event it is asked at most once in kPause, however much is
// painted.
class PaintWatch {
 public:
  static constexpr std::chrono::milliseconds kPause{16};

  explicit PaintWatch(Connection& connection) : connection_(connection) {}
  ~PaintWatch();
  PaintWatch(const PaintWatch&) = delete;
  PaintWatch& operator=(const PaintWatch&) = delete;

  // Throws "UNSUPPORTED" when regions are wanted and the server lacks DAMAGE or XFIXES.
  void want(const std::vector<Rect>& regions);
  void take(const xcb_generic_event_t& event);
  bool marked() const { return painted_ && std::chrono::steady_clock::now() >= next_; }
  // Returns when to call collect() without a further event.
  std::optional<Deadline> due() const { return painted_ ? std::optional(next_) : std::nullopt; }
  void collect(std::size_t room, std::vector<Event>& out);

 private:
  Connection& connection_;
  std::vector<Rect> regions_;
  xcb_damage_damage_t damage_ = 0;
  xcb_xfixes_region_t parts_ = 0;
  bool painted_ = false;
  Deadline next_{};
};

}  // namespace native::x11

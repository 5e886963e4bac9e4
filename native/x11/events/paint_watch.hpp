#pragma once

#include <optional>
#include <vector>

#include "native/desktop/events.hpp"
#include "native/x11/events/screen_damage.hpp"

namespace native::x11 {

// Watches painting in some regions of the screen (DAMAGE on the root window). The server
// accumulates it; after its first event it is asked at most once in kPause, however much is
// painted.
class PaintWatch {
 public:
  static constexpr std::chrono::milliseconds kPause{16};

  explicit PaintWatch(Connection& connection) : connection_(connection) {}
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
  std::optional<ScreenDamage> damage_;
  bool painted_ = false;
  Deadline next_{};
};

}  // namespace native::x11

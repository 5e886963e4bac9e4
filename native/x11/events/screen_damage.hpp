#pragma once

#include <xcb/damage.h>
#include <xcb/xfixes.h>

#include <vector>

#include "native/desktop/records.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Painting on the screen as the server accumulates it (DAMAGE on the root window). The server sends
// one event when painting begins, and no more until take().
class ScreenDamage {
 public:
  // Throws "UNSUPPORTED" without DAMAGE or XFIXES. The connection must outlive it.
  explicit ScreenDamage(Connection& connection);
  ~ScreenDamage();
  ScreenDamage(const ScreenDamage&) = delete;
  ScreenDamage& operator=(const ScreenDamage&) = delete;

  // Returns what was painted since the last call; the surrounding rectangle when there are very
  // many parts. One round trip.
  std::vector<Rect> take();

 private:
  Connection& connection_;
  xcb_damage_damage_t damage_;
  xcb_xfixes_region_t parts_;
};

}  // namespace native::x11

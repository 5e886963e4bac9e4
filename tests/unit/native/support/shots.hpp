#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <string>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "tests/unit/native/support/deadlines.hpp"
#include "tests/unit/native/support/painter.hpp"

namespace test {

// Keeps the colours 0xRRGGBB of one picture, and its alpha.
class Pixels : public native::StripSink {
 public:
  void begin(const native::FrameInfo& frame) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;

  // Returns how many pixels differ from those that a window of that seed paints; -1 when some are
  // missing.
  int wrong(int seed) const;
  std::uint32_t at(int x, int y) const;

  std::uint8_t alpha_at(int x, int y) const;

  native::FrameInfo info;
  std::vector<std::uint32_t> colors;
  std::vector<std::uint8_t> alphas;  // 255 everywhere unless the picture is translucent
};

Pixels shoot(native::Desktop& desktop, xcb_window_t window, int milliseconds = 8000);
// Captures the whole screen, or a part of it.
Pixels shoot_screen(native::Desktop& desktop, const std::optional<native::Rect>& region = {});
// Returns "CODE reason" of a capture's failure, or "no error". Tries again where the machine is so
// busy that the time is up in a step that should take none.
std::string failure(native::Desktop& desktop, xcb_window_t window, int milliseconds);

// Returns whether the window is redirected: whether the server has storage for it.
bool redirected(xcb_connection_t* connection, xcb_window_t window);

}  // namespace test

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "native/wayland/connection.hpp"

namespace native::wayland {

// One screen, as it is now.
struct Output {
  std::shared_ptr<wl_output> object;
  std::string name;  // of the connector, such as "HDMI-A-1"; "" when the compositor tells none
  Rect bounds;       // in desktop units
  // How its buffers must be turned to stand upright: a value of wl_output.transform.
  std::uint32_t transform = 0;
  int width = 0, height = 0;  // of its picture when upright, in pixels
  double scale = 1;           // pixels for each desktop unit
};

// Returns the screens that show something: the one at the origin first, since Wayland has no
// primary one, then from left to right and from top to bottom.
std::vector<Output> read_outputs(Connection& connection, Deadline deadline);

// The same, as records.
std::vector<Display> list_displays(Connection& connection, Deadline deadline);

// Returns the pixels for each desktop unit of a screen: exact, although desktop units are whole
// numbers. Compositors know scales in steps of 1/120.
double exact_scale(int pixels, int units);

// Returns how many pixels for each desktop unit a picture of a window may have: 1, those of the
// screens, and the next whole numbers, at which programs paint for scales between. Each once.
std::vector<double> window_scales(const std::vector<Output>& outputs);

}  // namespace native::wayland

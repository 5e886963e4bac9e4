#pragma once

#include <optional>

#include "native/desktop/desktop.hpp"
#include "native/x11/capture/pixel_format.hpp"
#include "native/x11/capture/region.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// Where a picture's pixels are to be had.
struct PixelSource {
  xcb_drawable_t drawable = XCB_NONE;
  int x = 0;  // of the picture's first pixel in the drawable
  int y = 0;
  PixelLayout layout;
  bool may_be_translucent = false;  // the layout's fourth byte is alpha, perhaps
  std::optional<Region> shape;      // in picture coordinates; what lies outside is transparent
};

// Reads the picture that `info` describes from the top down and hands it to the sink, begin()
// included. The caller holds a ServerGrab, so that all strips show one moment; the next strip is on
// its way while the sink works. Only when a pixel that is not opaque turns up the picture begins
// again, as a translucent one. "CAPTURE_FAILED" when the server gives no pixels.
void read_strips(Connection& connection, const PixelSource& source, const FrameInfo& info,
                 const std::vector<Window>& windows, StripSink& sink);

}  // namespace native::x11

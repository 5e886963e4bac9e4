#pragma once

#include <functional>
#include <optional>

#include "native/desktop/desktop.hpp"
#include "native/desktop/region.hpp"
#include "native/x11/capture/pixel_format.hpp"
#include "native/x11/connection/connection.hpp"

namespace native::x11 {

// The drawable and the place in it from which a picture's pixels are read.
struct PixelSource {
  xcb_drawable_t drawable = XCB_NONE;
  int x = 0;  // of the picture's first pixel in the drawable
  int y = 0;
  PixelLayout layout;
  bool may_be_translucent = false;  // the layout's fourth byte may be alpha
  std::optional<Region> shape;      // visible part, in picture coordinates; the rest is transparent
};

// Reads the picture that `info` describes from top to bottom and passes it to the sink, including
// begin(). The caller holds a ServerGrab, so that all strips show the same moment; the server
// prepares the next strip while the sink works. When a pixel turns out not to be opaque, the
// picture begins again as a translucent one. "CAPTURE_FAILED" when the server gives no pixels.
// `complete`, if given, is called once while the server prepares the first strip, before begin();
// it may add to the frame's description.
void read_strips(Connection& connection, const PixelSource& source, const FrameInfo& info,
                 StripSink& sink, const std::function<void(FrameInfo&)>& complete = {});

}  // namespace native::x11

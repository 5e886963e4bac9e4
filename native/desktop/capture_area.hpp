#pragma once

#include "native/desktop/desktop.hpp"

namespace native {

// Returns `whole` cropped to the target's region; "INVALID_ARGUMENT" when they do not overlap.
Rect cut_to_region(const Rect& whole, const CaptureTarget& target);

// Returns the pixels of a picture that show a part of the desktop, wholly or in part. `origin` and
// `scale` are those of Frame; `width` and `height` the picture's.
Rect in_picture(const Rect& origin, double scale, int width, int height, const Rect& area);

}  // namespace native

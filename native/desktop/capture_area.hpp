#pragma once

#include "native/desktop/desktop.hpp"

namespace native {

// Returns `whole` cropped to the target's region; "INVALID_ARGUMENT" when they do not overlap.
Rect cut_to_region(const Rect& whole, const CaptureTarget& target);

}  // namespace native

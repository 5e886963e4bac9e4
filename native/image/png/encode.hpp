#pragma once

#include "native/image/png/stream.hpp"

namespace native {

// encode_png() with a compressor and helpers of the caller's choice.
Bytes encode_png_with(const Frame& frame, PngMethod method, Helpers& helpers);

}  // namespace native

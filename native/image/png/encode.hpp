#pragma once

#include "native/image/png/stream.hpp"

namespace native {

// encode_png() with a compressor and an idle pool of the caller's choice.
Bytes encode_png_with(const Frame& frame, PngMethod method, IdlePool& idle_pool);

}  // namespace native

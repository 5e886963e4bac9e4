#pragma once

#include "native/image/codec/codec.hpp"
#include "native/image/idle_pool.hpp"
#include "native/image/png/file.hpp"

namespace native {

// encode_png() with a compressor and an idle pool of the caller's choice.
Bytes encode_png_with(const Frame& frame, PngMethod method, IdlePool& idle_pool);

}  // namespace native

#pragma once

#include "native/image/codec/codec.hpp"
#include "native/image/idle_pool.hpp"
#include "native/image/png/file.hpp"

namespace native {

// Works like encode_png(), with the given compressor and idle pool.
Bytes encode_png_with(const Frame& frame, PngMethod method, IdlePool& idle_pool);

}  // namespace native

#pragma once

#include "native/image/codec.hpp"

namespace native {

class Deflater;

// encode_png() with a compressor of the caller's choice.
Bytes encode_png_with(const Frame& frame, Deflater& deflater);

}  // namespace native

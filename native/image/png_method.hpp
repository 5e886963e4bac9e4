#pragma once

#include "native/image/codec.hpp"

namespace native {

// Which compressor makes a PNG; kFallback (libdeflate level 1) is for programs built without ISA-L.
enum class PngMethod { kIsal, kFallback, kSmall };
PngMethod png_method(PngEffort effort);

}  // namespace native

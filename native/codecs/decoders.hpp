#pragma once

#include <cstdint>
#include <span>

#include "native/image/codec/codec.hpp"

// The decoders behind decode(), one file each. All throw "INVALID_ARGUMENT" for incomplete data.
namespace native {

Frame decode_png(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                 const BeforePixels& before, Alpha alpha);
Frame decode_jpeg(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                  const BeforePixels& before);
Frame decode_webp(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                  const BeforePixels& before, Alpha alpha);

}  // namespace native

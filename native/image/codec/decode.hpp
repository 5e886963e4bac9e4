#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "native/image/codec/codec.hpp"
#include "native/image/pixels.hpp"

// The decoders behind decode(), one file each. All throw "INVALID_ARGUMENT" for data that is not
// whole.
namespace native {

Frame decode_png(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                 const BeforePixels& before, Alpha alpha);
Frame decode_jpeg(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                  const BeforePixels& before);
Frame decode_webp(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                  const BeforePixels& before, Alpha alpha);
// Makes pixels with straight alpha those of a frame.
void finish_alpha(Frame& frame, AlphaOrder order, Alpha alpha);

// An opaque frame of that size with its memory, after checking the size that a header claims.
Frame frame_for(std::uint64_t width, std::uint64_t height, std::uint64_t max_pixels,
                const BeforePixels& before);

// "INVALID_ARGUMENT" for what begins like no picture.
void require_known(std::span<const std::uint8_t> bytes);

// "The PNG picture is damaged: <reason>"
Error damaged(const std::string& format, const std::string& reason);

}  // namespace native

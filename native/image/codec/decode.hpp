#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "native/image/codec/codec.hpp"
#include "native/image/pixels.hpp"

// What the decoders in native/codecs share.
namespace native {

// Converts pixels with straight alpha to those of a frame.
void finish_alpha(Frame& frame, AlphaOrder order, Alpha alpha);

// Returns an opaque frame of that size with its memory, after checking the size that a header
// claims.
Frame frame_for(std::uint64_t width, std::uint64_t height, std::uint64_t max_pixels,
                const BeforePixels& before);

// Throws "INVALID_ARGUMENT" when the data begins like no known format.
void require_known(std::span<const std::uint8_t> bytes);

// Returns the error "PNG picture is damaged: <reason>".
Error damaged(const std::string& format, const std::string& reason);

}  // namespace native

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"

// Encoders and decoders. All of them block; call them on a CPU worker.
namespace native {

using Bytes = std::vector<std::uint8_t>;

// 8-bit RGB, lossless, fast (ISA-L level 1) or small (libdeflate level 6).
enum class PngEffort { kFast, kSmall };
Bytes encode_png(const Frame& frame, PngEffort effort = PngEffort::kFast);

// Baseline JPEG (ITU-T T.81). quality 1 to 100. "INVALID_ARGUMENT" when a side exceeds 65500.
Bytes encode_jpeg(const Frame& frame, int quality = 90);

// "png", "jpeg", "webp", or "" from the first bytes alone.
std::string sniff(std::span<const std::uint8_t> bytes);

// PNG, JPEG or WebP. "INVALID_ARGUMENT" for anything else, for damaged data, and for more than
// `max_pixels` (checked before a pixel is unpacked).
Frame decode(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels = 100'000'000);

}  // namespace native

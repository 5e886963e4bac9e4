#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"

// Encoders and decoders. All of them block; call them on a CPU worker.
namespace native {

using Bytes = std::vector<std::uint8_t>;

// 8-bit RGB, or RGBA for a translucent picture, lossless, fast (ISA-L level 1) or small (libdeflate
// level 6).
enum class PngEffort { kFast, kSmall };
Bytes encode_png(const Frame& frame, PngEffort effort = PngEffort::kFast);

// Baseline JPEG (ITU-T T.81), a translucent picture on white. quality 1 to 100. "INVALID_ARGUMENT"
// when a side exceeds 65500.
Bytes encode_jpeg(const Frame& frame, int quality = 90);

// "png", "jpeg", "webp", or "" from the first bytes alone.
std::string sniff(std::span<const std::uint8_t> bytes);

// What becomes of transparency: the picture is laid over white, or is translucent.
enum class Alpha { kDropped, kKept };

// Of a picture file: all screens of a desk have fewer.
constexpr std::uint64_t kMaxPixels = 40'000'000;

// Hears a picture's size before there is memory for its pixels; what it throws ends the decoding.
using BeforePixels = std::function<void(int width, int height)>;

// PNG, JPEG or WebP. "INVALID_ARGUMENT" for anything else, for damaged data, and for more than
// `max_pixels` (checked before a pixel is unpacked).
Frame decode(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels = kMaxPixels,
             const BeforePixels& before = {}, Alpha alpha = Alpha::kDropped);

}  // namespace native

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

// Encodes a lossless PNG: 8-bit RGB, or RGBA for a translucent picture. kFast is ISA-L level 1,
// kSmall libdeflate level 6.
enum class PngEffort { kFast, kSmall };
Bytes encode_png(const Frame& frame, PngEffort effort = PngEffort::kFast);

// Encodes a baseline JPEG (ITU-T T.81); a translucent picture is put on white. quality 1 to 100.
// "INVALID_ARGUMENT" when a side exceeds 65500.
Bytes encode_jpeg(const Frame& frame, int quality = 90);

// Returns "png", "jpeg", "webp" or "", judged by the first bytes.
std::string sniff(std::span<const std::uint8_t> bytes);

// Whether a decoded picture is put on white or keeps its transparency.
enum class Alpha { kDropped, kKept };

// Limit for a picture file; more than all screens of one desk have.
constexpr std::uint64_t kMaxPixels = 40'000'000;

// Called with a picture's size before memory for its pixels is allocated. An exception ends the
// decoding.
using BeforePixels = std::function<void(int width, int height)>;

// Decodes PNG, JPEG or WebP. "INVALID_ARGUMENT" for anything else, for damaged data, and for more
// than `max_pixels` (checked before decoding).
Frame decode(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels = kMaxPixels,
             const BeforePixels& before = {}, Alpha alpha = Alpha::kDropped);

}  // namespace native

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "native/desktop/error.hpp"
#include "native/desktop/records.hpp"
#include "native/image/codec/format.hpp"
#include "native/image/codec/output.hpp"

// Encoders and decoders. All of them block; call them on a CPU worker.
namespace native {

// How hard a PNG is compressed: kFast is ISA-L level 1, kSmall libdeflate level 6.
enum class PngEffort { kFast, kSmall };

// How to write a picture.
//   PNG   lossless, 8-bit RGB, or RGBA for a translucent picture
//   JPEG  baseline (ITU-T T.81), quality 90 unless given; a translucent picture is put on white
//   WebP  lossless without `quality`, lossy with it; keeps transparency
//   BMP   24 bits for each pixel from the top down, or 32 with alpha for a translucent picture
struct Encoding {
  Format format = Format::kPng;
  std::optional<int> quality = {};  // 1 to 100; of JPEG and WebP
  PngEffort effort = PngEffort::kFast;
};

// Encodes a picture. "UNSUPPORTED_FORMAT" when it is too large for the format, "INVALID_ARGUMENT"
// for a quality that is not in 1 to 100.
Bytes encode(const Frame& frame, const Encoding& encoding);
// Works like encode(), and writes while it encodes, where the format allows that.
void encode_to(const Frame& frame, const Encoding& encoding, OutputRef output);

// The same, for PNG and JPEG.
Bytes encode_png(const Frame& frame, PngEffort effort = PngEffort::kFast);
Bytes encode_jpeg(const Frame& frame, int quality = 90);

// Returns "png", "jpeg", "webp", "bmp" or "", judged by the first bytes.
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

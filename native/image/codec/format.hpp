#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

// The formats that pictures are written in, and what each can hold.
namespace native {

enum class Format { kPng, kJpeg, kWebp, kBmp };

// Returns the format of "png", "jpg", "jpeg", "webp" or "bmp".
std::optional<Format> format_of(std::string_view name);
// Returns the media type, such as "image/png".
const char* media_type_of(Format format);

// The most pixels a side: libjpeg's JPEG_MAX_DIMENSION, libwebp's WEBP_MAX_DIMENSION.
constexpr int kLongestJpegSide = 65500;
constexpr int kLongestWebpSide = 16383;
// Readers keep the size of a BMP file in a signed number of 32 bits.
constexpr std::uint64_t kLargestBmp = 0x7fffffff;

// Throws "UNSUPPORTED_FORMAT" when the format cannot hold a picture of that size,
// "INVALID_ARGUMENT" unless both sides are at least 1.
void require_fits(Format format, int width, int height);

}  // namespace native

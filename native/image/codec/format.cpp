#include "native/image/codec/format.hpp"

#include <string>

#include "native/desktop/error.hpp"

namespace native {
namespace {

[[noreturn]] void throw_too_large(const char* name, int width, int height,
                                  const std::string& limit) {
  throw Error("UNSUPPORTED_FORMAT",
              "picture of " + std::to_string(width) + "x" + std::to_string(height) +
                  " pixels is too large for " + name + " (at most " + limit + ")",
              "Save it as PNG, or capture a smaller region.");
}

void require_sides(const char* name, int width, int height, int longest) {
  if (width > longest || height > longest)
    throw_too_large(name, width, height, std::to_string(longest) + " per side");
}

}  // namespace

std::optional<Format> format_of(std::string_view name) {
  if (name == "png") return Format::kPng;
  if (name == "jpg" || name == "jpeg") return Format::kJpeg;
  if (name == "webp") return Format::kWebp;
  if (name == "bmp") return Format::kBmp;
  return std::nullopt;
}

const char* media_type_of(Format format) {
  switch (format) {
    case Format::kJpeg:
      return "image/jpeg";
    case Format::kWebp:
      return "image/webp";
    case Format::kBmp:
      return "image/bmp";
    default:
      return "image/png";
  }
}

void require_fits(Format format, int width, int height) {
  if (width < 1 || height < 1)
    throw Error("INVALID_ARGUMENT", "picture is empty", "Give a picture of at least 1x1 pixels.");
  if (format == Format::kJpeg) require_sides("JPEG", width, height, kLongestJpegSide);
  if (format == Format::kWebp) require_sides("WebP", width, height, kLongestWebpSide);
  if (format != Format::kBmp) return;
  constexpr std::uint64_t kBytesPerPixel = 4;
  constexpr std::uint64_t kHeaders = 256;  // more than any variant has
  const std::uint64_t size =
      static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height) * kBytesPerPixel;
  if (size > kLargestBmp - kHeaders) throw_too_large("BMP", width, height, "2 GiB");
}

}  // namespace native

#include "native/image/codec/decode.hpp"

#include <algorithm>
#include <climits>
#include <cstring>
#include <iterator>
#include <string_view>

#include "native/image/codec/codec_library.hpp"

namespace native {
namespace {

bool begins(std::span<const std::uint8_t> bytes, std::string_view with, std::size_t at = 0) {
  return bytes.size() >= at + with.size() &&
         std::memcmp(bytes.data() + at, with.data(), with.size()) == 0;
}

// Returns whether the data begins with a BMP's file header, whose reserved bytes are zero, and the
// length of a known information header. Plain text may begin with its two letters, too.
bool begins_bmp(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kReserved = 6, kInfoSize = 14;
  constexpr std::uint8_t kInfoSizes[] = {12, 40, 52, 56, 64, 108, 124};
  if (!begins(bytes, "BM") || bytes.size() < kInfoSize + 4) return false;
  const auto zero = [](std::uint8_t byte) { return byte == 0; };
  if (!std::ranges::all_of(bytes.subspan(kReserved, 4), zero)) return false;
  if (!std::ranges::all_of(bytes.subspan(kInfoSize + 1, 3), zero)) return false;
  return std::ranges::find(kInfoSizes, bytes[kInfoSize]) != std::end(kInfoSizes);
}

}  // namespace

std::string sniff(std::span<const std::uint8_t> bytes) {
  if (begins(bytes, "\x89PNG\r\n\x1a\n")) return "png";
  if (begins(bytes, "\xff\xd8\xff")) return "jpeg";
  if (begins(bytes, "RIFF") && begins(bytes, "WEBP", 8)) return "webp";
  if (begins_bmp(bytes)) return "bmp";
  return {};
}

Error damaged(const std::string& format, const std::string& reason) {
  return Error("INVALID_ARGUMENT", format + " picture is damaged: " + reason,
               "Give a complete picture file.");
}

Frame frame_for(std::uint64_t width, std::uint64_t height, std::uint64_t max_pixels,
                const BeforePixels& before) {
  if (width == 0 || height == 0)
    throw Error("INVALID_ARGUMENT", "picture is empty", "Give a picture of at least 1x1 pixels.");
  const bool sane = width <= INT_MAX / 4 && height <= INT_MAX / 4;
  if (!sane || width * height > max_pixels)
    throw Error("INVALID_ARGUMENT",
                "picture is too large: " + std::to_string(width) + "x" + std::to_string(height) +
                    " pixels; the limit is " + std::to_string(max_pixels) + " in total",
                "Give a smaller picture.");
  if (before) before(static_cast<int>(width), static_cast<int>(height));
  Frame frame;
  frame.width = static_cast<int>(width);
  frame.height = static_cast<int>(height);
  frame.stride = static_cast<std::size_t>(width) * 4;
  frame.origin = {0, 0, frame.width, frame.height};
  frame.method = "file";
  frame.pixels.resize(frame.stride * static_cast<std::size_t>(height));
  // Cleared, so that a library that skips pixels cannot reveal those of another picture.
  std::fill(frame.pixels.begin(), frame.pixels.end(), std::uint8_t{0});
  return frame;
}

void require_known(std::span<const std::uint8_t> bytes) {
  const std::string format = sniff(bytes);
  if (format.empty() || format == "bmp")
    throw Error("INVALID_ARGUMENT", "data is not a PNG, JPEG or WebP picture",
                "Convert the picture to PNG, JPEG or WebP.");
}

void finish_alpha(Frame& frame, AlphaOrder order, Alpha alpha) {
  const std::size_t count = frame.pixels.size() / 4;
  const bool translucent = lay_over_white(frame.pixels.data(), count, order);
  frame.translucent = translucent && alpha == Alpha::kKept;
  if (translucent && alpha == Alpha::kDropped) make_opaque(frame.pixels.data(), count);
}

Frame decode(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
             const BeforePixels& before, Alpha alpha) {
  require_known(bytes);
  return codec_library().decode(bytes, max_pixels, before, alpha);
}

}  // namespace native

#include "native/kwin/picture.hpp"

#include <cctype>
#include <cstdlib>
#include <optional>

#include "native/desktop/error.hpp"

namespace native::kwin {
namespace {

constexpr std::uint32_t kLongestSide = 65535;
constexpr std::uint64_t kMostPixels = 1 << 28;
// Rows may be padded, but not without limit.
constexpr std::uint32_t kMostPadding = 4096;
// KWin rounds sizes of screens whose scale is no whole number in its own way.
constexpr int kRounding = 1;

Error unusable(const std::string& what) {
  return Error("CAPTURE_FAILED", "KWin's answer is no usable picture: " + what,
               "Try again; the screen may have changed its mode.", {{"reason", "bad picture"}});
}

// Numbers of QImage::Format. Opaque where KWin has no alpha, premultiplied elsewhere.
std::optional<PixelOrder> order_of(std::uint32_t format) {
  switch (format) {
    case 4:  // RGB32
      return PixelOrder::kBgrx;
    case 5:  // ARGB32
    case 6:  // ARGB32_Premultiplied
      return PixelOrder::kBgra;
    case 16:  // RGBX8888
      return PixelOrder::kRgbx;
    case 17:  // RGBA8888
    case 18:  // RGBA8888_Premultiplied
      return PixelOrder::kRgba;
    case 19:  // BGR30
    case 20:  // A2BGR30_Premultiplied
      return PixelOrder::kBgr30;
    case 21:  // RGB30
    case 22:  // A2RGB30_Premultiplied
      return PixelOrder::kRgb30;
    default:
      return std::nullopt;
  }
}

bool is_near(int wanted, std::uint32_t side) {
  return wanted == 0 || std::abs(static_cast<int>(side) - wanted) <= kRounding;
}

std::string size_text(std::uint32_t width, std::uint32_t height) {
  return std::to_string(width) + "x" + std::to_string(height);
}

}  // namespace

std::string plain_uuid(const std::string& text) {
  std::string plain;
  for (const char each : text)
    if (each != '{' && each != '}')
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(each)));
  return plain;
}

Picture checked(const Description& description, const Expected& expected) {
  const std::uint32_t width = description.width, height = description.height;
  const std::string size = size_text(width, height);
  if (description.type != "raw") throw unusable("its pixels come in an unknown way");
  const std::optional<PixelOrder> order = order_of(description.format);
  if (!order) throw unusable("unknown format " + std::to_string(description.format));
  if (width == 0 || height == 0 || width > kLongestSide || height > kLongestSide ||
      std::uint64_t{width} * height > kMostPixels)
    throw unusable("size " + size);
  if (!is_near(expected.width, width) || !is_near(expected.height, height))
    throw unusable("size " + size + " instead of " +
                   size_text(static_cast<std::uint32_t>(expected.width),
                             static_cast<std::uint32_t>(expected.height)));
  if (description.stride < width * 4 || description.stride > width * 4 + kMostPadding)
    throw unusable("rows of " + std::to_string(description.stride) + " bytes for size " + size);
  if (plain_uuid(description.window) != plain_uuid(expected.window))
    throw Error("CAPTURE_FAILED", "KWin has captured another window than the one asked for",
                "List the windows again, then try again.", {{"reason", "identity unproven"}});
  Picture picture;
  picture.width = static_cast<int>(width);
  picture.height = static_cast<int>(height);
  picture.stride = description.stride;
  picture.order = *order;
  return picture;
}

}  // namespace native::kwin

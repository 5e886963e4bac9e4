#include "native/image/codec/bmp_encoder.hpp"

#include <algorithm>
#include <utility>

#include "native/image/pixels.hpp"

namespace native {
namespace {

constexpr std::size_t kFileHeader = 14;
constexpr std::size_t kInfoHeader = 40;     // BITMAPINFOHEADER
constexpr std::size_t kInfoHeaderV4 = 108;  // BITMAPV4HEADER, the first that knows alpha
constexpr std::uint32_t kUncompressed = 0;
constexpr std::uint32_t kBitFields = 3;
constexpr std::uint32_t kSrgb = 0x73524742;      // "sRGB"
constexpr std::uint32_t kPixelsPerMetre = 3780;  // 96 for each inch
// Bytes that are written at once.
constexpr std::size_t kPixelBlock = 256 << 10;

void put(Bytes& bytes, std::uint32_t value, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

std::size_t line_of(const PictureShape& shape) {
  const auto width = static_cast<std::size_t>(shape.width);
  return shape.translucent ? width * 4 : (width * 3 + 3) / 4 * 4;
}

// Microsoft's documentation of the structures BITMAPFILEHEADER, BITMAPINFOHEADER and
// BITMAPV4HEADER has the fields.
Bytes headers_of(const PictureShape& shape) {
  const std::size_t info = shape.translucent ? kInfoHeaderV4 : kInfoHeader;
  const std::size_t start = kFileHeader + info;
  const std::size_t pixels = line_of(shape) * static_cast<std::size_t>(shape.height);
  Bytes bytes{'B', 'M'};
  put(bytes, static_cast<std::uint32_t>(start + pixels), 4);
  put(bytes, 0, 4);
  put(bytes, static_cast<std::uint32_t>(start), 4);
  put(bytes, static_cast<std::uint32_t>(info), 4);
  put(bytes, static_cast<std::uint32_t>(shape.width), 4);
  put(bytes, static_cast<std::uint32_t>(-shape.height), 4);
  put(bytes, 1, 2);  // planes
  put(bytes, shape.translucent ? 32 : 24, 2);
  put(bytes, shape.translucent ? kBitFields : kUncompressed, 4);
  put(bytes, static_cast<std::uint32_t>(pixels), 4);
  put(bytes, kPixelsPerMetre, 4);
  put(bytes, kPixelsPerMetre, 4);
  put(bytes, 0, 4);  // colours in the palette
  put(bytes, 0, 4);  // important ones
  if (!shape.translucent) return bytes;
  for (const std::uint32_t mask : {0x00ff0000U, 0x0000ff00U, 0x000000ffU, 0xff000000U})
    put(bytes, mask, 4);
  put(bytes, kSrgb, 4);
  bytes.resize(start);  // sRGB has no end points and no gamma
  return bytes;
}

}  // namespace

BmpEncoder::BmpEncoder(const PictureShape& shape, OutputRef output)
    : shape_(shape), line_(line_of(shape)), output_(std::move(output)), rows_left_(shape.height) {
  const Bytes headers = headers_of(shape);
  output_->expect(headers.size() + line_ * static_cast<std::size_t>(shape.height));
  output_->write(headers);
}

void BmpEncoder::convert(const std::uint8_t* bgrx, std::uint8_t* to) const {
  const auto width = static_cast<std::size_t>(shape_.width);
  if (!shape_.translucent) return bgr_converter()(bgrx, to, width);
  rgba_straight(bgrx, to, width);
  for (std::size_t i = 0; i < width; ++i) std::swap(to[4 * i], to[4 * i + 2]);
}

void BmpEncoder::add(const std::uint8_t* bgrx, std::size_t stride, int rows) {
  if (rows > rows_left_) throw Error("INTERNAL_ERROR", "picture got too many rows");
  const int at_once = static_cast<int>(std::max<std::size_t>(1, kPixelBlock / line_));
  rows_left_ -= rows;
  while (rows > 0) {
    const int count = std::min(rows, at_once);
    lines_.resize(line_ * static_cast<std::size_t>(count));  // new bytes are zero: the padding
    std::uint8_t* to = lines_.data();
    for (int i = 0; i < count; ++i, bgrx += stride, to += line_) convert(bgrx, to);
    output_->write(lines_);
    rows -= count;
  }
}

void BmpEncoder::finish() {
  if (rows_left_ != 0) throw Error("INTERNAL_ERROR", "picture got too few rows");
}

}  // namespace native

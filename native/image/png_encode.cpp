#include "native/image/png_encode.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <cstring>

#include "native/image/deflate.hpp"
#include "native/image/pixels.hpp"

namespace native {
namespace {

// About the share of a core's second-level cache: rows are converted, summed and pressed while they
// are in it.
constexpr std::size_t kStripBytes = 1U << 20;
constexpr std::size_t kKeep = 16U << 20;
constexpr std::size_t kLengthAndType = 8;
constexpr std::uint32_t kLargestChunk = 0x7fffffff;

// Writes the chunks of one PNG (ISO/IEC 15948): open, fill, close.
class Chunks {
 public:
  explicit Chunks(Scratch& out) : out_(out) {}

  void open(const char* type) {
    start_ = out_.size();
    out_.append_u32(0);
    out_.append(type, 4);
  }

  void close() {
    const std::size_t length = out_.size() - start_ - kLengthAndType;
    if (length > kLargestChunk)
      throw Error("INVALID_ARGUMENT", "The picture is too large for PNG",
                  "Capture a smaller region.");
    out_.put_u32(start_, static_cast<std::uint32_t>(length));
    out_.append_u32(libdeflate_crc32(0, out_.data() + start_ + 4, length + 4));
  }

 private:
  Scratch& out_;
  std::size_t start_ = 0;
};

void write_head(Scratch& out, Chunks& chunks, const Frame& frame) {
  const std::uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  out.append(signature, sizeof signature);
  chunks.open("IHDR");
  out.append_u32(static_cast<std::uint32_t>(frame.width));
  out.append_u32(static_cast<std::uint32_t>(frame.height));
  const std::uint8_t depth_and_kind[] = {8, 2, 0, 0,
                                         0};  // 8 bits, RGB, deflate, adaptive, no interlace
  out.append(depth_and_kind, sizeof depth_and_kind);
  chunks.close();
}

// Filter "none": the compressor finds repeated glyphs, which any other filter would destroy.
void write_scanlines(Scratch& raw, const Frame& frame, int first, int count) {
  const std::size_t line = static_cast<std::size_t>(frame.width) * 3 + 1;
  raw.clear();
  raw.ensure(line * static_cast<std::size_t>(count));
  const RgbConverter convert = rgb_converter();
  for (int y = first; y < first + count; ++y) {
    std::uint8_t* to = raw.end();
    *to = 0;
    convert(row_of(frame, y), to + 1, static_cast<std::size_t>(frame.width));
    raw.advance(line);
  }
}

int rows_in_strip(const Frame& frame) {
  const std::size_t line = static_cast<std::size_t>(frame.width) * 3 + 1;
  return static_cast<int>(
      std::clamp<std::size_t>(kStripBytes / line, 1, static_cast<std::size_t>(frame.height)));
}

// One IDAT chunk for each strip; together they hold one zlib stream (RFC 1950).
void write_pixels(Scratch& out, Chunks& chunks, const Frame& frame, Deflater& deflater) {
  thread_local Scratch raw;
  const std::uint8_t zlib_head[] = {0x78, 0x01};
  const int step = rows_in_strip(frame);
  std::uint32_t adler = libdeflate_adler32(0, nullptr, 0);
  deflater.begin();
  for (int y = 0; y < frame.height; y += std::min(step, frame.height - y)) {
    const int rows = std::min(step, frame.height - y);
    const bool last = y + rows == frame.height;
    write_scanlines(raw, frame, y, rows);
    adler = libdeflate_adler32(adler, raw.data(), raw.size());
    chunks.open("IDAT");
    if (y == 0) out.append(zlib_head, sizeof zlib_head);
    deflater.strip({raw.data(), raw.size()}, last, out);
    if (last) out.append_u32(adler);
    chunks.close();
  }
  raw.release_beyond(kKeep);
}

}  // namespace

Bytes encode_png_with(const Frame& frame, Deflater& deflater) {
  require_pixels(frame);
  thread_local Scratch out;
  out.clear();
  Chunks chunks(out);
  write_head(out, chunks, frame);
  write_pixels(out, chunks, frame, deflater);
  chunks.open("IEND");
  chunks.close();
  Bytes result(out.data(), out.data() + out.size());
  out.release_beyond(kKeep);
  return result;
}

Bytes encode_png(const Frame& frame, PngEffort effort) {
  if (effort == PngEffort::kSmall) return encode_png_with(frame, *libdeflate_deflater(6));
  if (Deflater* fast = isal_deflater()) return encode_png_with(frame, *fast);
  return encode_png_with(frame, *libdeflate_deflater(1));
}

}  // namespace native

#include <spng.h>

#include <memory>

#include "native/codecs/decoders.hpp"
#include "native/image/codec/decode.hpp"
#include "native/image/pixels.hpp"

namespace native {
namespace {

// Limit for colour profiles and texts, which the library keeps in memory.
constexpr std::size_t kLargestChunk = 16U << 20;

struct Free {
  void operator()(spng_ctx* context) const { spng_ctx_free(context); }
};

void require(int status) {
  if (status != 0) throw damaged("PNG", spng_strerror(status));
}

std::uint32_t u32_at(std::span<const std::uint8_t> bytes, std::size_t at) {
  return std::uint32_t{bytes[at]} << 24 | std::uint32_t{bytes[at + 1]} << 16 |
         std::uint32_t{bytes[at + 2]} << 8 | bytes[at + 3];
}

// Checks all chunks up to IEND, so that a truncated file is refused before memory is allocated (and
// because the library accepts an IEND without a checksum).
void require_whole(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kSignature = 8;
  constexpr std::size_t kFrame = 12;  // length, type and checksum around a chunk's data
  constexpr std::uint32_t kEnd = 0x49454e44;
  std::size_t at = kSignature;
  while (bytes.size() - at >= kFrame) {
    const std::size_t length = u32_at(bytes, at);
    if (bytes.size() - at - kFrame < length) break;
    if (u32_at(bytes, at + 4) == kEnd) return;
    at += kFrame + length;
  }
  throw damaged("PNG", "the end is missing");
}

// Refuses a header that claims more pixels than the data can hold (deflate compresses at most 1032
// to 1), before memory is allocated.
void require_plausible(const spng_ihdr& header, std::size_t compressed) {
  constexpr std::uint64_t kBestRatio = 1032;
  const std::uint64_t least_bits = std::uint64_t{header.width} * header.bit_depth;
  const std::uint64_t raw = (least_bits / 8) * header.height;
  if (raw / kBestRatio > compressed) throw damaged("PNG", "fewer pixels than its header claims");
}

}  // namespace

Frame decode_png(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                 const BeforePixels& before, Alpha alpha) {
  require_whole(bytes);
  const std::unique_ptr<spng_ctx, Free> context(spng_ctx_new(0));
  if (!context) throw Error("INTERNAL_ERROR", "PNG decoder failed to start");
  require(spng_set_chunk_limits(context.get(), kLargestChunk, kLargestChunk));
  require(spng_set_png_buffer(context.get(), bytes.data(), bytes.size()));
  spng_ihdr header;
  require(spng_get_ihdr(context.get(), &header));
  if (std::uint64_t{header.width} * header.height <= max_pixels)
    require_plausible(header, bytes.size());
  Frame frame = frame_for(header.width, header.height, max_pixels, before);
  require(spng_decode_image(context.get(), frame.pixels.data(), frame.pixels.size(), SPNG_FMT_RGBA8,
                            SPNG_DECODE_TRNS));
  require(
      spng_decode_chunks(context.get()));  // checks the checksums of the chunks after the pixels
  finish_alpha(frame, AlphaOrder::kRgba, alpha);
  return frame;
}

}  // namespace native

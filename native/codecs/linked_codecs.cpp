#include "native/codecs/linked_codecs.hpp"

#include <string>
#include <utility>

#include "native/codecs/decoders.hpp"
#include "native/codecs/jpeg_encoder.hpp"
#include "native/codecs/webp_encoder.hpp"

namespace native {
namespace {

constexpr int kDefaultJpegQuality = 90;

std::unique_ptr<Encoder> encoder_of(const Encoding& encoding, const PictureShape& shape,
                                    OutputRef output) {
  if (encoding.format == Format::kWebp)
    return std::make_unique<WebpEncoder>(shape, encoding.quality, std::move(output));
  return std::make_unique<JpegEncoder>(shape, encoding.quality.value_or(kDefaultJpegQuality),
                                       std::move(output));
}

Frame decode_known(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                   const BeforePixels& before, Alpha alpha) {
  const std::string format = sniff(bytes);
  if (format == "png") return decode_png(bytes, max_pixels, before, alpha);
  if (format == "jpeg") return decode_jpeg(bytes, max_pixels, before);
  return decode_webp(bytes, max_pixels, before, alpha);
}

}  // namespace

const CodecLibrary& linked_codecs() {
  static constexpr CodecLibrary codecs{encoder_of, decode_known};
  return codecs;
}

}  // namespace native

#include "native/image/codec/encoder.hpp"

#include <string>
#include <utility>

#include "native/image/codec/bmp_encoder.hpp"
#include "native/image/codec/codec_library.hpp"
#include "native/image/pixels.hpp"
#include "native/image/png/stream.hpp"

namespace native {
namespace {

void require_quality(const std::optional<int>& quality) {
  if (!quality || (*quality >= 1 && *quality <= 100)) return;
  throw Error("INVALID_ARGUMENT", "quality " + std::to_string(*quality) + " is not in 1 to 100",
              "Give a quality from 1 to 100.");
}

}  // namespace

std::unique_ptr<Encoder> make_encoder(const Encoding& encoding, const PictureShape& shape,
                                      OutputRef output) {
  require_quality(encoding.quality);
  require_fits(encoding.format, shape.width, shape.height);
  switch (encoding.format) {
    case Format::kJpeg:
    case Format::kWebp:
      return codec_library().make_encoder(encoding, shape, std::move(output));
    case Format::kBmp:
      return std::make_unique<BmpEncoder>(shape, std::move(output));
    default:
      return std::make_unique<PngStream>(shape.width, shape.height, encoding.effort,
                                         png_colour(shape.translucent), std::move(output));
  }
}

Bytes encode(const Frame& frame, const Encoding& encoding) {
  const auto output = std::make_shared<MemoryOutput>();
  encode_to(frame, encoding, output);
  return output->take();
}

void encode_to(const Frame& frame, const Encoding& encoding, OutputRef output) {
  require_pixels(frame);
  const PictureShape shape{frame.width, frame.height, frame.translucent};
  const std::unique_ptr<Encoder> encoder = make_encoder(encoding, shape, std::move(output));
  encoder->add(frame.pixels.data(), frame.stride, frame.height);
  encoder->finish();
}

Bytes encode_png(const Frame& frame, PngEffort effort) {
  return encode(frame, {.format = Format::kPng, .quality = {}, .effort = effort});
}

Bytes encode_jpeg(const Frame& frame, int quality) {
  return encode(frame, {.format = Format::kJpeg, .quality = quality});
}

}  // namespace native

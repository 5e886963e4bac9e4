#include <webp/decode.h>

#include "native/codecs/decoders.hpp"
#include "native/image/codec/decode.hpp"
#include "native/image/pixels.hpp"

namespace native {

Frame decode_webp(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                  const BeforePixels& before, Alpha alpha) {
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(bytes.data(), bytes.size(), &features) != VP8_STATUS_OK)
    throw damaged("WebP", "invalid header");
  if (features.has_animation != 0)
    throw Error("INVALID_ARGUMENT", "WebP picture is an animation", "Give a still picture.");
  if (features.width <= 0 || features.height <= 0) throw damaged("WebP", "no size");
  Frame frame = frame_for(static_cast<std::uint64_t>(features.width),
                          static_cast<std::uint64_t>(features.height), max_pixels, before);
  if (WebPDecodeBGRAInto(bytes.data(), bytes.size(), frame.pixels.data(), frame.pixels.size(),
                         features.width * 4) == nullptr)
    throw damaged("WebP", "truncated or corrupt data");
  finish_alpha(frame, AlphaOrder::kBgra, alpha);
  return frame;
}

}  // namespace native

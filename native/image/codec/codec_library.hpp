#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "native/image/codec/codec.hpp"
#include "native/image/codec/encoder.hpp"

namespace native {

// The codecs that need other people's libraries: what writes JPEG and WebP, and what reads any
// format. Linking them would cost each start of the program, also of those that need none.
struct CodecLibrary {
  // Works like make_encoder() for JPEG and WebP, without its checks.
  std::unique_ptr<Encoder> (*make_encoder)(const Encoding& encoding, const PictureShape& shape,
                                           OutputRef output);
  // Works like decode(), for data that begins like a known format.
  Frame (*decode)(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                  const BeforePixels& before, Alpha alpha);
};

// Returns them, the same each time, from any thread. peekaboo opens peekaboo-codecs.so at the first
// call, which may throw "UNSUPPORTED"; helpers and tests have native/codecs linked in.
const CodecLibrary& codec_library();

}  // namespace native

#include "native/image/png/encode.hpp"

#include "native/image/idle_pool.hpp"
#include "native/image/pixels.hpp"
#include "native/image/png/stream.hpp"

namespace native {

Bytes encode_png_with(const Frame& frame, PngMethod method, IdlePool& idle_pool) {
  require_pixels(frame);
  PngStream stream(frame.width, frame.height, method, idle_pool, png_colour(frame.translucent));
  stream.add(frame.pixels.data(), frame.stride, frame.height);
  return stream.finish();
}

Bytes encode_png(const Frame& frame, PngEffort effort) {
  return encode_png_with(frame, png_method(effort), IdlePool::shared());
}

}  // namespace native

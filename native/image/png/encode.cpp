#include "native/image/png/encode.hpp"

#include "native/image/idle_pool.hpp"
#include "native/image/pixels.hpp"
#include "native/image/png/stream.hpp"

namespace native {

Bytes encode_png_with(const Frame& frame, PngMethod method, IdlePool& idle_pool) {
  require_pixels(frame);
  const auto output = std::make_shared<MemoryOutput>();
  PngStream stream(frame.width, frame.height, method, idle_pool, png_colour(frame.translucent),
                   output);
  stream.add(frame.pixels.data(), frame.stride, frame.height);
  stream.finish();
  return output->take();
}

}  // namespace native

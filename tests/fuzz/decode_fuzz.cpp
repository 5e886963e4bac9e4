// Feeds hostile bytes to decode(): a coded refusal or a whole picture, nothing else.

#include <cstdlib>

#include "native/image/codec/codec.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t kMaxPixels = 1'000'000;
  try {
    const native::Frame frame = native::decode({data, size}, kMaxPixels);
    const auto rows = static_cast<std::size_t>(frame.height);
    if (frame.width < 1 || frame.height < 1 || frame.pixels.size() != frame.stride * rows)
      std::abort();
    if (static_cast<std::uint64_t>(frame.width) * rows > kMaxPixels) std::abort();
  } catch (const native::Error& error) {
    if (error.code != "INVALID_ARGUMENT" || error.message.empty()) std::abort();
  }
  return 0;
}

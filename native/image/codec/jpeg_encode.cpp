#include <turbojpeg.h>

#include <climits>
#include <memory>
#include <string>

#include "native/image/codec/codec.hpp"
#include "native/image/pixels.hpp"

namespace native {
namespace {

constexpr int kLongestSide = 65500;  // libjpeg's JPEG_MAX_DIMENSION

struct Close {
  void operator()(void* handle) const { tjDestroy(handle); }
};
struct Release {
  void operator()(unsigned char* bytes) const { tjFree(bytes); }
};

void require_fitting(const Frame& frame, int quality) {
  require_pixels(frame);
  if (quality < 1 || quality > 100)
    throw Error("INVALID_ARGUMENT",
                "JPEG quality " + std::to_string(quality) + " is not in 1 to 100",
                "Give a quality from 1 to 100.");
  if (frame.width > kLongestSide || frame.height > kLongestSide)
    throw Error("INVALID_ARGUMENT",
                "picture of " + std::to_string(frame.width) + "x" + std::to_string(frame.height) +
                    " pixels is too large for JPEG (at most " + std::to_string(kLongestSide) +
                    " per side)",
                "Save it as PNG, or capture a smaller region.");
  if (frame.stride > INT_MAX)
    throw Error("INVALID_ARGUMENT", "picture's rows are too long for JPEG");
}

}  // namespace

Bytes encode_jpeg(const Frame& frame, int quality) {
  require_fitting(frame, quality);
  thread_local const std::unique_ptr<void, Close> handle(tjInitCompress());
  if (!handle) throw Error("INTERNAL_ERROR", "JPEG encoder failed to start");
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  const int sampling = quality >= 90 ? TJSAMP_444 : TJSAMP_420;
  const int failed =
      tjCompress2(handle.get(), frame.pixels.data(), frame.width, static_cast<int>(frame.stride),
                  frame.height, TJPF_BGRX, &bytes, &size, sampling, quality, 0);
  const std::unique_ptr<unsigned char, Release> owner(bytes);
  if (failed != 0)
    throw Error("INTERNAL_ERROR",
                std::string("JPEG encoder failed: ") + tjGetErrorStr2(handle.get()));
  return Bytes(bytes, bytes + size);
}

}  // namespace native

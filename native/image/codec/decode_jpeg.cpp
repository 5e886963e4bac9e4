#include <turbojpeg.h>

#include <memory>

#include "native/image/codec/decode.hpp"

namespace native {
namespace {

struct Close {
  void operator()(void* handle) const { tjDestroy(handle); }
};

}  // namespace

Frame decode_jpeg(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                  const BeforePixels& before) {
  const std::unique_ptr<void, Close> handle(tjInitDecompress());
  if (!handle) throw Error("INTERNAL_ERROR", "JPEG decoder failed to start");
  int width = 0;
  int height = 0;
  int sampling = 0;
  int colours = 0;
  const auto size = static_cast<unsigned long>(bytes.size());
  if (tjDecompressHeader3(handle.get(), bytes.data(), size, &width, &height, &sampling, &colours) !=
      0)
    throw damaged("JPEG", tjGetErrorStr2(handle.get()));
  if (colours == TJCS_CMYK || colours == TJCS_YCCK)
    throw Error("INVALID_ARGUMENT", "JPEG picture has CMYK colours, which are for printing",
                "Convert it to RGB.");
  if (width <= 0 || height <= 0) throw damaged("JPEG", "no size");
  Frame frame = frame_for(static_cast<std::uint64_t>(width), static_cast<std::uint64_t>(height),
                          max_pixels, before);
  // A warning means missing or corrupt data, which the library fills with gray. The limit on scans
  // stops files whose many empty scans take hours.
  const int flags = TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS;
  if (tjDecompress2(handle.get(), bytes.data(), size, frame.pixels.data(), width, width * 4, height,
                    TJPF_BGRA, flags) != 0)
    throw damaged("JPEG", tjGetErrorStr2(handle.get()));
  return frame;
}

}  // namespace native

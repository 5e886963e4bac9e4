#include "native/codecs/jpeg_guard.hpp"

#include <jerror.h>

#include "native/codecs/decoders.hpp"
#include "native/image/codec/decode.hpp"

namespace native {
namespace {

// Files with many empty scans take hours; those of cameras and editors have about ten.
constexpr int kMaxScans = 500;

struct Reader {
  Reader() {
    info.err = &guard.manager;
    // A warning means missing or corrupt data, which the library would fill with gray.
    guard.manager.emit_message = [](j_common_ptr of, int level) {
      if (level < 0) of->err->error_exit(of);
    };
    progress.progress_monitor = [](j_common_ptr of) {
      const auto& reading = *reinterpret_cast<j_decompress_ptr>(of);
      if (reading.input_scan_number > kMaxScans) ERREXIT(of, JERR_BAD_PROGRESSION);
    };
  }
  ~Reader() { jpeg_destroy_decompress(&info); }

  void read_header(std::span<const std::uint8_t> bytes) {
    run([this, bytes] {
      jpeg_create_decompress(&info);
      info.progress = &progress;
      jpeg_mem_src(&info, bytes.data(), bytes.size());
      jpeg_read_header(&info, TRUE);
    });
  }

  template <class Calls>
  void run(Calls calls) {
    if (!guard.run(calls)) throw damaged("JPEG", guard.message);
  }

  JpegGuard guard;
  jpeg_progress_mgr progress = {};
  jpeg_decompress_struct info = {};
};

}  // namespace

Frame decode_jpeg(std::span<const std::uint8_t> bytes, std::uint64_t max_pixels,
                  const BeforePixels& before) {
  Reader reader;
  reader.read_header(bytes);
  jpeg_decompress_struct& info = reader.info;
  if (info.jpeg_color_space == JCS_CMYK || info.jpeg_color_space == JCS_YCCK)
    throw Error("INVALID_ARGUMENT", "JPEG picture has CMYK colours, which are for printing",
                "Convert it to RGB.");
  Frame frame = frame_for(info.image_width, info.image_height, max_pixels, before);
  std::uint8_t* const pixels = frame.pixels.data();
  const std::size_t stride = frame.stride;
  reader.run([&info, pixels, stride] {
    info.out_color_space = JCS_EXT_BGRA;
    jpeg_start_decompress(&info);
    while (info.output_scanline < info.output_height) {
      JSAMPROW line = pixels + info.output_scanline * stride;
      jpeg_read_scanlines(&info, &line, 1);
    }
    jpeg_finish_decompress(&info);
  });
  return frame;
}

}  // namespace native

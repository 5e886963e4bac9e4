#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "native/image/png/buffer.hpp"
#include "native/image/png/file.hpp"
#include "native/image/png/method.hpp"

namespace native {

// Some scanlines of a picture on their way into one IDAT chunk (ISO/IEC 15948) of `file`. Filled by
// the thread that drives the PngStream, compressed once by whichever thread comes first.
class PngStrip {
 public:
  // `remember`: strips that are known are not compressed again; see strip_cache.hpp.
  PngStrip(std::shared_ptr<PngFile> file, std::size_t index, PngMethod method, bool remember,
           PngColour colour, int width, int rows);
  ~PngStrip();
  PngStrip(const PngStrip&) = delete;
  PngStrip& operator=(const PngStrip&) = delete;

  // Appends one scanline. full() afterwards says that there is no room for another.
  void add(const std::uint8_t* bgrx);
  bool full() const { return rows_left_ == 0; }
  void set_last() { last_ = true; }

  // Compresses the strip and puts it into the file unless somebody does or did; never throws.
  void compress();

 private:
  CompressedStripRef known_or_compressed();
  CompressedStripRef compressed();

  const std::shared_ptr<PngFile> file_;
  const std::size_t index_;
  const PngMethod method_;
  const bool remember_;
  const PngColour colour_;
  const std::size_t width_;
  bool last_ = false;
  int rows_left_;
  Buffer raw_;
  std::atomic<bool> begun_ = false;
};

}  // namespace native

#pragma once

#include <atomic>
#include <cstdint>
#include <exception>

#include "native/image/png_method.hpp"
#include "native/image/scratch.hpp"

namespace native {

// Some scanlines of a picture on their way into one IDAT chunk (ISO/IEC 15948). Filled by the
// thread that drives the PngStream, pressed once by whichever thread comes first.
class PngStrip {
 public:
  PngStrip(PngMethod method, bool first, std::size_t line, int rows);
  ~PngStrip();
  PngStrip(const PngStrip&) = delete;
  PngStrip& operator=(const PngStrip&) = delete;

  // Appends one scanline. full() afterwards says that there is no room for another.
  void add(const std::uint8_t* bgrx, int width);
  bool full() const { return rows_left_ == 0; }
  void set_last() { last_ = true; }

  // Presses the strip unless somebody does or did; never throws.
  void press();
  // Waits until it is pressed; throws what went wrong.
  void wait();

  // Of a pressed strip: its chunk, the Adler-32 (RFC 1950) and number of the bytes that went in.
  const Scratch& chunk() const { return chunk_; }
  std::uint32_t adler() const { return adler_; }
  std::size_t length() const { return length_; }

 private:
  void press_into_chunk();

  const PngMethod method_;
  const bool first_;
  bool last_ = false;
  int rows_left_;
  Scratch raw_;
  Scratch chunk_;
  std::uint32_t adler_ = 1;
  std::size_t length_ = 0;
  std::exception_ptr failure_;
  std::atomic<int> state_{0};
};

}  // namespace native

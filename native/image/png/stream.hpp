#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "native/image/codec/codec.hpp"
#include "native/image/png/buffer.hpp"
#include "native/image/png/file.hpp"

namespace native {

class IdlePool;
class PngFile;
class PngStrip;

// Makes a PNG from rows that come from top to bottom. Driven by one thread; with ISA-L the idle
// pool compresses strips meanwhile. At most a few strips are in memory uncompressed.
class PngStream {
 public:
  // "INVALID_ARGUMENT" unless both sides are at least 1.
  PngStream(int width, int height, PngMethod method, IdlePool& idle_pool,
            PngColour colour = PngColour::kRgb);
  PngStream(int width, int height, PngEffort effort, PngColour colour = PngColour::kRgb);
  ~PngStream();

  // Takes the next rows of `width` pixels (B, G, R, X; for RGBA those of a translucent frame). They
  // may be freed afterwards.
  void add(const std::uint8_t* bgrx, std::size_t stride, int rows);
  // Returns the whole file, after the last row.
  Bytes finish();

 private:
  int rows_in_strip() const;
  void dispatch();

  const int width_;
  const PngMethod method_;
  const PngColour colour_;
  IdlePool& idle_pool_;
  int rows_left_;
  std::shared_ptr<PngFile> file_;
  const bool remember_;
  std::shared_ptr<PngStrip> filling_;
  std::vector<std::shared_ptr<PngStrip>> strips_;
};

// Some scanlines of a picture, which become one IDAT chunk (ISO/IEC 15948) of `file`. Filled by the
// thread that drives the PngStream, compressed once by any thread.
class PngStrip {
 public:
  // With `remember`, known strips are not compressed again; see strip_cache.hpp.
  PngStrip(std::shared_ptr<PngFile> file, std::size_t index, PngMethod method, bool remember,
           PngColour colour, int width, int rows);
  ~PngStrip();
  PngStrip(const PngStrip&) = delete;
  PngStrip& operator=(const PngStrip&) = delete;

  // Appends one scanline. There must be room: !full().
  void add(const std::uint8_t* bgrx);
  bool full() const { return rows_left_ == 0; }
  void set_last() { last_ = true; }

  // Compresses the strip and adds it to the file, unless that has begun on another thread; never
  // throws.
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

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "native/image/codec/codec.hpp"
#include "native/image/codec/encoder.hpp"
#include "native/image/png/buffer.hpp"
#include "native/image/png/file.hpp"

namespace native {

class IdlePool;
class PngFile;
class PngStrip;

// Writes a PNG while its rows come. With ISA-L the idle pool compresses strips meanwhile, and at
// most a few strips are in memory uncompressed. The output may be used until a while after an
// exception.
class PngStream : public Encoder {
 public:
  // "INVALID_ARGUMENT" unless both sides are at least 1.
  PngStream(int width, int height, PngMethod method, IdlePool& idle_pool, PngColour colour,
            OutputRef output);
  PngStream(int width, int height, PngEffort effort, PngColour colour, OutputRef output);
  ~PngStream() override;

  void add(const std::uint8_t* bgrx, std::size_t stride, int rows) override;
  void finish() override;

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

// Works like encode_png(), with the given compressor and idle pool.
Bytes encode_png_with(const Frame& frame, PngMethod method, IdlePool& idle_pool);

}  // namespace native

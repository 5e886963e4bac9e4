#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <memory>
#include <mutex>

#include "native/image/codec/codec.hpp"
#include "native/image/png/buffer.hpp"

namespace native {

// The compressor of a PNG. kFallback (libdeflate level 1) is for programs built without ISA-L.
enum class PngMethod { kIsal, kFallback, kSmall };
PngMethod png_method(PngEffort effort);

// The channels of a PNG, with their number of bytes per pixel: red, green and blue, or also
// straight alpha.
enum class PngColour { kRgb = 3, kRgba = 4 };
inline PngColour png_colour(bool translucent) {
  return translucent ? PngColour::kRgba : PngColour::kRgb;
}
inline std::size_t png_line(int width, PngColour colour) {
  return static_cast<std::size_t>(width) * static_cast<std::size_t>(colour) + 1;
}

// A compressed strip of a picture: its chunk, and the Adler-32 (RFC 1950) and number of its
// uncompressed bytes.
struct CompressedStrip {
  CompressedStrip() = default;
  CompressedStrip(const CompressedStrip&) = delete;
  CompressedStrip& operator=(const CompressedStrip&) = delete;
  ~CompressedStrip();

  Buffer chunk;
  std::uint32_t adler = 1;
  std::size_t length = 0;
};
using CompressedStripRef = std::shared_ptr<const CompressedStrip>;

// A PNG file that grows by the chunks of its strips. The thread that finishes a strip appends it,
// because the strip is still in that processor's cache; this also avoids copying everything at the
// end. The output may be used until the last strip is released, which may be after an exception.
class PngFile {
 public:
  // Writes the file's head. "INVALID_ARGUMENT" for sides that PNG cannot hold.
  PngFile(int width, int height, PngColour colour, OutputRef output);

  // Adds a strip. Indexes count from 0 and may come in any order, from any thread, each once.
  void put(std::size_t index, CompressedStripRef strip) noexcept;
  // Reports an exception instead of a strip; finish() throws it.
  void fail(std::exception_ptr why) noexcept;
  // Ends the file once it has `count` strips; throws the exception of a failed strip.
  void finish(std::size_t count);

 private:
  void append(const CompressedStrip& strip);
  void take(std::size_t index, CompressedStripRef strip);

  std::mutex mutex_;
  std::condition_variable came_;
  std::map<std::size_t, CompressedStripRef> early_;
  std::size_t next_ = 0;
  const OutputRef output_;
  std::uint32_t adler_ = 1;
  std::exception_ptr failure_;
};

// One chunk of a PNG (ISO/IEC 15948). Its content is what is appended to `out` between the
// constructor and close().
class PngChunk {
 public:
  PngChunk(Buffer& out, const char* type);
  // "INVALID_ARGUMENT" when the content is longer than a chunk can be.
  void close();

 private:
  Buffer& out_;
  std::size_t start_;
};

}  // namespace native

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
#include "native/image/png/method.hpp"

namespace native {

// What became of one strip of a picture: its chunk, the Adler-32 (RFC 1950) and number of the bytes
// that went in.
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

// A PNG file that grows by the chunks of its strips. Whoever ends a strip puts it in, so that it is
// copied while it lies in that processor's cache and nobody has to do it for all at the end.
class PngFile {
 public:
  // Begins with the file's head. "INVALID_ARGUMENT" for sides that PNG cannot hold.
  PngFile(int width, int height, PngColour colour = PngColour::kRgb);

  // Strips count from 0 and come in any order, from any thread, each once.
  void put(std::size_t index, CompressedStripRef strip) noexcept;
  // Instead of a strip: there will be no file, for this reason.
  void fail(std::exception_ptr why) noexcept;
  // The whole file once `count` strips are in; throws what went wrong with one of them.
  Bytes finish(std::size_t count);

 private:
  void append(const CompressedStrip& strip);
  void take(std::size_t index, CompressedStripRef strip);
  void grow_for(std::size_t count);

  std::mutex mutex_;
  std::condition_variable came_;
  std::map<std::size_t, CompressedStripRef> early_;
  std::size_t next_ = 0;
  Bytes bytes_;
  std::uint32_t adler_ = 1;
  std::exception_ptr failure_;
};

}  // namespace native

#pragma once

#include <cstdint>

#include "native/image/png/buffer.hpp"

namespace native {

// One chunk of a PNG (ISO/IEC 15948): what is appended to `out` between the constructor and close()
// is its content.
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

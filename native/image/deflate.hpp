#pragma once

#include <cstdint>
#include <span>

#include "native/image/scratch.hpp"

namespace native {

// One raw deflate stream (RFC 1951), fed strip by strip. Kept by one thread and used for one
// picture at a time.
class Deflater {
 public:
  virtual ~Deflater() = default;
  virtual void begin() = 0;
  // Appends what is ready to `out`; after the strip marked `last` the stream is complete.
  virtual void strip(std::span<const std::uint8_t> raw, bool last, Scratch& out) = 0;
};

// ISA-L level 1, this thread's own; null when built without ISA-L.
Deflater* isal_deflater();
// libdeflate, this thread's own. It cannot stream: the strips are gathered and pressed at the last
// one.
Deflater* libdeflate_deflater(int level);

}  // namespace native

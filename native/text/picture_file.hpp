#pragma once

#include <cstddef>
#include <span>

#include "native/text/file_descriptor.hpp"
#include "native/text/lines/text_lines.hpp"
#include "native/text/protocol.hpp"

namespace native {

// A part of a picture to be read.
struct LineToRead {
  const TextLine* line = nullptr;
  std::size_t index = 0;  // by which the owner knows it
  int scale = 100;        // percent, for the helper
};

// Returns a memory file with these parts as protocol.hpp describes it, which can no longer change.
// The lines must lie within the picture. "INTERNAL_ERROR" when there is no memory for it.
FileDescriptor picture_file(const Frame& frame, std::span<const LineToRead> lines);

}  // namespace native

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "native/text/lines/text_lines.hpp"

namespace native {

// Represents the pixels of a line, wherever it stands. Two different lines have the same one with a
// probability of about 2^-128, whatever is painted, because the keys are a secret of this process.
struct LineHash {
  int width = 0;
  int height = 0;
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  bool operator==(const LineHash&) const = default;
};

// Returns the hash of the line's own pixels. The line must lie within the picture.
LineHash hash_of(const Frame& frame, const TextLine& line);

}  // namespace native

template <>
struct std::hash<native::LineHash> {
  std::size_t operator()(const native::LineHash& line) const noexcept { return line.first; }
};

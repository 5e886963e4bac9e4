#pragma once

#include <vector>

#include "native/masking/verdict.hpp"

namespace native {

// Something in a picture that must not be seen.
struct Secret {
  PiiKind kind;
  std::vector<LinePart> parts;  // `line`: among the lines of the picture

  bool operator==(const Secret&) const = default;
};

// Returns each secret once: those found in single lines, and what lines say together. All parts of
// both are kept. Where a number crosses the end of a line but holds or cuts what is complete in
// several lines, these are counted rather than it.
std::vector<Secret> combined(std::vector<Secret> alone, const std::vector<Secret>& together);

}  // namespace native

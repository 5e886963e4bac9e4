#pragma once

#include <array>
#include <memory>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// What is to be masked in a picture, in its own pixels.
struct Masking {
  std::vector<MaskedPart> parts;
  std::vector<Rect> cut;  // text that an excluded window cuts through: see cut_parts()

  bool operator==(const Masking&) const = default;
};
using MaskingRef = std::shared_ptr<const Masking>;

// Returns how many findings there are, by kind.
std::array<int, kPiiKinds.size()> counts_of(const std::vector<MaskedPart>& parts);

// Fills what the masking of a larger picture covers: `frame` shows what lies at (x, y) in that
// picture. Notes the parts in Frame::masked; what is cut gets the colour of excluded windows.
void fill_masked(Frame& frame, const Masking& masking, int x, int y);

}  // namespace native

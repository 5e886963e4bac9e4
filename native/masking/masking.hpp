#pragma once

#include <array>
#include <memory>
#include <vector>

#include "native/desktop/records.hpp"

namespace native {

// What is to be masked in a picture, in its own pixels.
using MaskingRef = std::shared_ptr<const std::vector<MaskedPart>>;

// Returns how many findings there are, by kind.
std::array<int, kPiiKinds.size()> counts_of(const std::vector<MaskedPart>& parts);

// Fills what the masking of a larger picture covers: `frame` shows what lies at (x, y) in that
// picture. Notes it in Frame::masked.
void fill_masked(Frame& frame, const std::vector<MaskedPart>& masking, int x, int y);

}  // namespace native

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "native/desktop/records.hpp"

// Compares two pictures of one size. A pixel differs when one of its colours differs by more than
// the tolerance. The functions block; threads of the idle pool help.
namespace native {

class IdlePool;

struct Comparison {
  int tolerance = 0;          // 0 to 255
  std::vector<Rect> ignored;  // in the pictures' pixels; may extend beyond them
};

struct Difference {
  std::uint64_t compared = 0;  // pixels that were not ignored
  std::uint64_t changed = 0;
  int greatest = 0;  // greatest difference of a colour of a compared pixel, 0 to 255
};

// "INVALID_ARGUMENT" with both sizes when they differ, and for a tolerance out of range.
Difference compare(const Frame& one, const Frame& other, const Comparison& how);
Difference compare_with(const Frame& one, const Frame& other, const Comparison& how,
                        IdlePool& idle_pool);

// Returns the regions that differ, from top to bottom: rectangles that do not overlap, each the
// bounding box of its changed pixels, which together contain every changed pixel. Changes with
// fewer than about 16 pixels between them share one; at most kMaxRegions.
std::vector<Rect> changed_regions(const Frame& one, const Frame& other, const Comparison& how);
std::vector<Rect> changed_regions_with(const Frame& one, const Frame& other, const Comparison& how,
                                       IdlePool& idle_pool);
constexpr std::size_t kMaxRegions = 256;

// Compares `count` pixels (B, G, R, X; X is ignored). Sets bit i % 64 of word i / 64 of `bits` when
// pixel i differs by more than `tolerance`; overwrites every word that holds a pixel. Returns the
// greatest difference of any colour.
using RowComparer = int (*)(const std::uint8_t* one, const std::uint8_t* other, std::size_t count,
                            int tolerance, std::uint64_t* bits);

int compare_row_portable(const std::uint8_t* one, const std::uint8_t* other, std::size_t count,
                         int tolerance, std::uint64_t* bits);
// Returns null when this processor (or the compiler's target) has no AVX2.
RowComparer compare_row_avx2();
// Returns the fastest comparer for this processor.
RowComparer row_comparer();

}  // namespace native

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "native/desktop/records.hpp"

// How two pictures of one size differ. A pixel differs when one of its colours does by more than
// the tolerance. All of it blocks; threads of the idle pool help.
namespace native {

class IdlePool;

struct Comparison {
  int tolerance = 0;          // 0 to 255
  std::vector<Rect> ignored;  // in the pictures' pixels; what lies outside them is no harm
};

struct Difference {
  std::uint64_t compared = 0;  // pixels that were not ignored
  std::uint64_t changed = 0;
  int greatest = 0;  // of any colour of a compared pixel, 0 to 255
};

// "INVALID_ARGUMENT" naming both sizes when they differ, and for a tolerance that is none.
Difference compare(const Frame& one, const Frame& other, const Comparison& how);
Difference compare_with(const Frame& one, const Frame& other, const Comparison& how,
                        IdlePool& idle_pool);

// The places that differ, from the top down: rectangles without a common pixel, each as small as
// the changed pixels in it allow, which together hold every changed pixel. Changes with fewer
// than about 16 pixels between them share one; never more than kMaxRegions.
std::vector<Rect> changed_regions(const Frame& one, const Frame& other, const Comparison& how);
std::vector<Rect> changed_regions_with(const Frame& one, const Frame& other, const Comparison& how,
                                       IdlePool& idle_pool);
constexpr std::size_t kMaxRegions = 256;

// Compares `count` pixels (B, G, R, X; X does not count). Bit i % 64 of word i / 64 of `bits` says
// whether pixel i differs by more than `tolerance`; all words that hold a pixel are written whole.
// Answers the greatest difference of any colour.
using RowComparer = int (*)(const std::uint8_t* one, const std::uint8_t* other, std::size_t count,
                            int tolerance, std::uint64_t* bits);

int compare_row_portable(const std::uint8_t* one, const std::uint8_t* other, std::size_t count,
                         int tolerance, std::uint64_t* bits);
// Null when this processor (or the compiler's target) has no AVX2.
RowComparer compare_row_avx2();
// The fastest one here.
RowComparer row_comparer();

}  // namespace native

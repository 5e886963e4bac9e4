#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "native/desktop/records.hpp"

// Looking for one picture inside another.
namespace native {

struct Search {
  int tolerance = 0;           // 0 to 255; see Comparison
  std::optional<Rect> region;  // where to look, in pixels of the picture that is searched
  std::size_t most = 1;        // places
  // Asked now and then; what it throws ends the search.
  std::function<void()> keep_going = [] {};
};

// The places of `needle` in `frame`, from the top down and from left to right; none has a pixel in
// common with one before it. With a tolerance a single place is looked for exactly first. Without
// one the time grows with the pixels of `frame` alone, whatever is in them. "INVALID_ARGUMENT" for
// a region outside the picture, or a tolerance that is none.
std::vector<Rect> find_picture(const Frame& frame, const Frame& needle, const Search& search);

// The first i >= from, i < count, at which the pixel one[i] is `first` and other[i] is `second`,
// each colour give or take `tolerance`; `count` when there is none.
using PairFinder = std::size_t (*)(const std::uint8_t* one, const std::uint8_t* other,
                                   std::size_t from, std::size_t count, std::uint32_t first,
                                   std::uint32_t second, int tolerance);

std::size_t find_pair_portable(const std::uint8_t* one, const std::uint8_t* other, std::size_t from,
                               std::size_t count, std::uint32_t first, std::uint32_t second,
                               int tolerance);
// Null when this processor (or the compiler's target) has no AVX2.
PairFinder find_pair_avx2();
// The fastest one here.
PairFinder pair_finder();

}  // namespace native

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "native/desktop/records.hpp"

// Finds one picture inside another.
namespace native {

struct Search {
  int tolerance = 0;           // 0 to 255; see Comparison
  std::optional<Rect> region;  // where to search, in pixels of the searched picture
  std::size_t most = 1;        // maximum number of places
  // Called from time to time; an exception ends the search.
  std::function<void()> keep_going = [] {};
};

// Returns the places of `needle` in `frame`, in reading order; none overlaps an earlier one. With a
// tolerance, a single place is searched for exactly first. Without one, the time grows only with
// the number of pixels of `frame`, whatever they show. "INVALID_ARGUMENT" for a region outside the
// picture, or a tolerance out of range.
std::vector<Rect> find_picture(const Frame& frame, const Frame& needle, const Search& search);

// Returns the first i in [from, count) at which pixel one[i] equals `first` and pixel other[i]
// equals `second`, each colour within `tolerance`; `count` when there is none.
using PairFinder = std::size_t (*)(const std::uint8_t* one, const std::uint8_t* other,
                                   std::size_t from, std::size_t count, std::uint32_t first,
                                   std::uint32_t second, int tolerance);

std::size_t find_pair_portable(const std::uint8_t* one, const std::uint8_t* other, std::size_t from,
                               std::size_t count, std::uint32_t first, std::uint32_t second,
                               int tolerance);
// Returns null when this processor (or the compiler's target) has no AVX2.
PairFinder find_pair_avx2();
// Returns the fastest finder for this processor.
PairFinder pair_finder();

}  // namespace native

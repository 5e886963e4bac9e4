#include "native/image/compare/compare.hpp"

#include <algorithm>
#include <bit>
#include <mutex>
#include <string>

#include "native/desktop/error.hpp"
#include "native/image/compare/changed_cells.hpp"
#include "native/image/kept_spans.hpp"
#include "native/image/parallel_rows.hpp"
#include "native/image/pixels.hpp"

namespace native {
namespace {

// Unit of work for one thread, in pixels.
constexpr int kBandPixels = 256 * 1024;

std::string size_of(const Frame& frame) {
  return std::to_string(frame.width) + "x" + std::to_string(frame.height);
}

void require_comparable(const Frame& one, const Frame& other, const Comparison& how) {
  require_pixels(one);
  require_pixels(other);
  if (one.width != other.width || one.height != other.height)
    throw Error("INVALID_ARGUMENT",
                "pictures differ in size: " + size_of(one) + " and " + size_of(other) + " pixels",
                "Compare pictures of the same size; image:crop and image:fit change it.");
  if (how.tolerance < 0 || how.tolerance > 255)
    throw Error("INVALID_ARGUMENT",
                "tolerance " + std::to_string(how.tolerance) + " is not in 0 to 255",
                "Give the largest difference of a color channel that still counts as equal.");
}

// Compares the pixels of one row that are not ignored. Sets bit x of `bits`, which must be all 0
// before, when pixel x differs.
void compare_kept(const std::uint8_t* one, const std::uint8_t* other, int tolerance,
                  const KeptSpans::Spans& spans, std::uint64_t* bits, Difference& sum) {
  const RowComparer row = row_comparer();
  for (const auto& [begin, end] : spans) {
    auto at = static_cast<std::size_t>(begin);
    const auto stop = static_cast<std::size_t>(end);
    sum.compared += stop - at;
    if (at % 64 != 0) {  // a span that begins within a word shares it with the previous span
      const std::size_t count = std::min(stop, (at + 63) / 64 * 64) - at;
      std::uint64_t word = 0;
      sum.greatest =
          std::max(sum.greatest, row(one + 4 * at, other + 4 * at, count, tolerance, &word));
      bits[at / 64] |= word << (at % 64);
      at += count;
    }
    if (at < stop)
      sum.greatest = std::max(
          sum.greatest, row(one + 4 * at, other + 4 * at, stop - at, tolerance, bits + at / 64));
  }
}

// Calls use(y, bits, words) for every row, from several threads, and returns the total difference.
template <class Use>
Difference for_rows(const Frame& one, const Frame& other, const Comparison& how, int rows_together,
                    IdlePool& idle_pool, Use use) {
  require_comparable(one, other, how);
  const KeptSpans kept(one.width, one.height, how.ignored);
  const std::size_t words = (static_cast<std::size_t>(one.width) + 63) / 64;
  const int groups = (one.height + rows_together - 1) / rows_together;
  const int most = std::max(1, kBandPixels / rows_together / one.width);
  std::mutex mutex;
  Difference total;
  parallel_rows(groups, most, idle_pool, [&](int first, int end) {
    std::vector<std::uint64_t> bits(words);
    Difference sum;
    for (int y = first * rows_together; y < std::min(one.height, end * rows_together); ++y) {
      std::fill(bits.begin(), bits.end(), 0);
      compare_kept(row_of(one, y), row_of(other, y), how.tolerance, kept.of(y), bits.data(), sum);
      for (const std::uint64_t word : bits)
        sum.changed += static_cast<std::uint64_t>(std::popcount(word));
      use(y, bits.data(), words);
    }
    const std::lock_guard lock(mutex);
    total.compared += sum.compared;
    total.changed += sum.changed;
    total.greatest = std::max(total.greatest, sum.greatest);
  });
  return total;
}

}  // namespace

Difference compare_with(const Frame& one, const Frame& other, const Comparison& how,
                        IdlePool& idle_pool) {
  return for_rows(one, other, how, 1, idle_pool, [](int, const std::uint64_t*, std::size_t) {});
}

std::vector<Rect> changed_regions_with(const Frame& one, const Frame& other, const Comparison& how,
                                       IdlePool& idle_pool) {
  ChangedCells cells(one.width, one.height);
  for_rows(one, other, how, cells.side(), idle_pool,
           [&](int y, const std::uint64_t* bits, std::size_t words) { cells.add(y, bits, words); });
  return std::move(cells).regions(kMaxRegions);
}

Difference compare(const Frame& one, const Frame& other, const Comparison& how) {
  return compare_with(one, other, how, IdlePool::shared());
}

std::vector<Rect> changed_regions(const Frame& one, const Frame& other, const Comparison& how) {
  return changed_regions_with(one, other, how, IdlePool::shared());
}

}  // namespace native

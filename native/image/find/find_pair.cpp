#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>

#include "native/desktop/processor.hpp"
#include "native/image/find/find.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace native {
namespace {

bool alike(const std::uint8_t* pixel, std::uint32_t colour, int tolerance) {
  std::uint8_t wanted[4];
  std::memcpy(wanted, &colour, sizeof wanted);
  return std::max({std::abs(pixel[0] - wanted[0]), std::abs(pixel[1] - wanted[1]),
                   std::abs(pixel[2] - wanted[2])}) <= tolerance;
}

#if defined(__x86_64__)

// Returns all bits set for each of the eight pixels that matches.
__attribute__((target("avx2"), always_inline)) inline __m256i alike_by_avx2(
    const std::uint8_t* pixels, __m256i wanted, __m256i allowed, __m256i colours) {
  const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(pixels));
  const __m256i either = _mm256_or_si256(_mm256_subs_epu8(a, wanted), _mm256_subs_epu8(wanted, a));
  const __m256i beyond = _mm256_and_si256(_mm256_subs_epu8(either, allowed), colours);
  return _mm256_cmpeq_epi32(beyond, _mm256_setzero_si256());
}

__attribute__((target("avx2"))) std::size_t by_avx2(const std::uint8_t* one,
                                                    const std::uint8_t* other, std::size_t from,
                                                    std::size_t count, std::uint32_t first,
                                                    std::uint32_t second, int tolerance) {
  constexpr std::size_t kStep = 8;
  const __m256i colours = _mm256_set1_epi32(0x00ffffff);
  const __m256i allowed = _mm256_set1_epi8(static_cast<char>(tolerance));
  const __m256i wanted_one = _mm256_set1_epi32(static_cast<int>(first));
  const __m256i wanted_other = _mm256_set1_epi32(static_cast<int>(second));
  for (; from + kStep <= count; from += kStep) {
    const __m256i both =
        _mm256_and_si256(alike_by_avx2(one + 4 * from, wanted_one, allowed, colours),
                         alike_by_avx2(other + 4 * from, wanted_other, allowed, colours));
    const auto found = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(both)));
    if (found != 0) return from + static_cast<std::size_t>(std::countr_zero(found));
  }
  return find_pair_portable(one, other, from, count, first, second, tolerance);
}

#endif

}  // namespace

std::size_t find_pair_portable(const std::uint8_t* one, const std::uint8_t* other, std::size_t from,
                               std::size_t count, std::uint32_t first, std::uint32_t second,
                               int tolerance) {
  for (; from < count; ++from)
    if (alike(one + 4 * from, first, tolerance) && alike(other + 4 * from, second, tolerance))
      break;
  return from;
}

#if defined(__x86_64__)
PairFinder find_pair_avx2() { return has_avx2() ? by_avx2 : nullptr; }
#else
PairFinder find_pair_avx2() { return nullptr; }
#endif

PairFinder pair_finder() {
  static const PairFinder best =
      find_pair_avx2() != nullptr ? find_pair_avx2() : find_pair_portable;
  return best;
}

}  // namespace native

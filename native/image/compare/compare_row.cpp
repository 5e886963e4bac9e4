#include <algorithm>
#include <cstdlib>

#include "native/desktop/processor.hpp"
#include "native/image/compare/compare.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace native {
namespace {

constexpr std::size_t kWord = 64;

int greatest_of(const std::uint8_t* one, const std::uint8_t* other) {
  return std::max(
      {std::abs(one[0] - other[0]), std::abs(one[1] - other[1]), std::abs(one[2] - other[2])});
}

#if defined(__x86_64__)

// Compares eight pixels in each step. AVX2 has no unsigned compare, so it subtracts the tolerance
// from the difference with saturation: not 0 means greater.
__attribute__((target("avx2"))) int compare_by_avx2(const std::uint8_t* one,
                                                    const std::uint8_t* other, std::size_t count,
                                                    int tolerance, std::uint64_t* bits) {
  constexpr std::size_t kStep = 8;
  const __m256i colours = _mm256_set1_epi32(0x00ffffff);
  const __m256i allowed = _mm256_set1_epi8(static_cast<char>(tolerance));
  __m256i most = _mm256_setzero_si256();
  std::uint64_t word = 0;
  std::size_t at = 0;
  for (; at + kStep <= count; at += kStep, one += 4 * kStep, other += 4 * kStep) {
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(one));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(other));
    const __m256i either = _mm256_or_si256(_mm256_subs_epu8(a, b), _mm256_subs_epu8(b, a));
    const __m256i difference = _mm256_and_si256(either, colours);
    most = _mm256_max_epu8(most, difference);
    const __m256i within =
        _mm256_cmpeq_epi32(_mm256_subs_epu8(difference, allowed), _mm256_setzero_si256());
    const auto same = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(within)));
    word |= static_cast<std::uint64_t>(~same & 0xffU) << (at % kWord);
    if (at % kWord == kWord - kStep) {
      bits[at / kWord] = word;
      word = 0;
    }
  }
  alignas(32) std::uint8_t lanes[32];
  _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), most);
  int greatest = *std::max_element(lanes, lanes + sizeof lanes);
  if (at == count) {
    if (at % kWord != 0) bits[at / kWord] = word;
    return greatest;
  }
  std::uint64_t rest = 0;
  greatest = std::max(greatest, compare_row_portable(one, other, count - at, tolerance, &rest));
  bits[at / kWord] = word | rest << (at % kWord);
  return greatest;
}

#endif

}  // namespace

int compare_row_portable(const std::uint8_t* one, const std::uint8_t* other, std::size_t count,
                         int tolerance, std::uint64_t* bits) {
  int greatest = 0;
  for (std::size_t begin = 0; begin < count; begin += kWord) {
    std::uint64_t word = 0;
    const std::size_t end = std::min(count, begin + kWord);
    for (std::size_t i = begin; i < end; ++i) {
      const int difference = greatest_of(one + 4 * i, other + 4 * i);
      greatest = std::max(greatest, difference);
      word |= static_cast<std::uint64_t>(difference > tolerance) << (i - begin);
    }
    bits[begin / kWord] = word;
  }
  return greatest;
}

#if defined(__x86_64__)
RowComparer compare_row_avx2() { return has_avx2() ? compare_by_avx2 : nullptr; }
#else
RowComparer compare_row_avx2() { return nullptr; }
#endif

RowComparer row_comparer() {
  static const RowComparer best =
      compare_row_avx2() != nullptr ? compare_row_avx2() : compare_row_portable;
  return best;
}

}  // namespace native

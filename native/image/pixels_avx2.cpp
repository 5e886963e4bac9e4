#include "native/desktop/processor.hpp"
#include "native/image/pixels.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace native {

#if defined(__x86_64__)
namespace {

// Converts eight pixels in each step: a byte shuffle makes 12 bytes in each 128-bit lane, a word
// permutation closes the gap. A step stores 32 bytes, of which 24 are used, so it runs only while
// 11 pixels (33 bytes) are left. `order` shuffles the bytes of a lane; `rest` converts the last
// pixels.
__attribute__((target("avx2"))) void pack_by_avx2(const std::uint8_t* bgrx, std::uint8_t* to,
                                                  std::size_t count, const std::int8_t* order,
                                                  RgbConverter rest) {
  const __m256i shuffle =
      _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(order)));
  const __m256i closing = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
  while (count >= 11) {
    const __m256i pixels = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bgrx));
    const __m256i packed =
        _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(pixels, shuffle), closing);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), packed);
    bgrx += 32;
    to += 24;
    count -= 8;
  }
  rest(bgrx, to, count);
}

void rgb_by_avx2(const std::uint8_t* bgrx, std::uint8_t* rgb, std::size_t count) {
  constexpr std::int8_t kOrder[] = {2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1};
  pack_by_avx2(bgrx, rgb, count, kOrder, rgb_portable);
}

void bgr_by_avx2(const std::uint8_t* bgrx, std::uint8_t* bgr, std::size_t count) {
  constexpr std::int8_t kOrder[] = {0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1};
  pack_by_avx2(bgrx, bgr, count, kOrder, bgr_portable);
}

}  // namespace

RgbConverter rgb_avx2() { return has_avx2() ? rgb_by_avx2 : nullptr; }
RgbConverter bgr_avx2() { return has_avx2() ? bgr_by_avx2 : nullptr; }
#else
RgbConverter rgb_avx2() { return nullptr; }
RgbConverter bgr_avx2() { return nullptr; }
#endif

}  // namespace native

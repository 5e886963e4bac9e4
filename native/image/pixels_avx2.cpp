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
// 11 pixels (33 bytes) are left.
__attribute__((target("avx2"))) void rgb_by_avx2(const std::uint8_t* bgrx, std::uint8_t* rgb,
                                                 std::size_t count) {
  const __m256i shuffle =
      _mm256_setr_epi8(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1,  //
                       2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
  const __m256i closing = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7);
  while (count >= 11) {
    const __m256i pixels = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bgrx));
    const __m256i packed =
        _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(pixels, shuffle), closing);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(rgb), packed);
    bgrx += 32;
    rgb += 24;
    count -= 8;
  }
  rgb_portable(bgrx, rgb, count);
}

}  // namespace

RgbConverter rgb_avx2() { return has_avx2() ? rgb_by_avx2 : nullptr; }
#else
RgbConverter rgb_avx2() { return nullptr; }
#endif

}  // namespace native

#include "native/image/compare/tile_row.hpp"

#include <algorithm>
#include <cstring>

#include "native/desktop/processor.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace native {
namespace {

constexpr std::size_t kTile = kTileSide;
// Rows are padded with black pixels to a multiple of this.
constexpr std::size_t kTileStep = 8;
constexpr std::size_t kHashShift = 4;

// Combines three hashes. The result changes when exactly one of them does.
std::uint64_t joined(std::uint64_t above, std::uint64_t first, std::uint64_t second) {
  std::uint64_t mixed = (above ^ first) * 0x9E3779B97F4A7C15;
  mixed ^= mixed >> 29;
  return (mixed ^ second) * 0xBF58476D1CE4E5B9 + 1;
}

std::uint32_t colour(const std::uint8_t* pixels, std::size_t at, std::size_t count) {
  if (at >= count) return 0;
  const std::uint8_t* pixel = pixels + at * 4;
  return static_cast<std::uint32_t>(pixel[0] | pixel[1] << 8 | pixel[2] << 16);
}

std::uint64_t product(std::uint32_t one, std::uint32_t other) { return std::uint64_t{one} * other; }

std::uint64_t one_tile(const std::uint8_t* pixels, std::size_t count, TileKey key,
                       std::uint64_t above) {
  std::uint64_t first = 0, second = 0;
  for (std::size_t at = 0; at < (count + kTileStep - 1) / kTileStep * kTileStep; at += 2) {
    const std::uint32_t even = colour(pixels, at, count), odd = colour(pixels, at + 1, count);
    first += product(even + key[at], odd + key[at + 1]);
    second += product(even + key[at + kHashShift], odd + key[at + kHashShift + 1]);
  }
  return joined(above, first, second);
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) inline __m256i multiplied(__m256i pixels,
                                                          const std::uint32_t* key) {
  const __m256i sum =
      _mm256_add_epi32(pixels, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(key)));
  return _mm256_mul_epu32(sum, _mm256_srli_epi64(sum, 32));
}

__attribute__((target("avx2"))) inline std::uint64_t total(__m256i sums) {
  const __m128i half =
      _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(half)) +
         static_cast<std::uint64_t>(_mm_extract_epi64(half, 1));
}

// `count` must be a multiple of kTileStep.
__attribute__((target("avx2"))) inline std::uint64_t tile_by_avx2(const std::uint8_t* pixels,
                                                                  std::size_t count, TileKey key,
                                                                  std::uint64_t above) {
  const __m256i colours = _mm256_set1_epi32(0x00ffffff);
  __m256i first = _mm256_setzero_si256(), second = first;
  for (std::size_t at = 0; at < count; at += kTileStep) {
    const __m256i eight = _mm256_and_si256(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(pixels + at * 4)), colours);
    first = _mm256_add_epi64(first, multiplied(eight, key.data() + at));
    second = _mm256_add_epi64(second, multiplied(eight, key.data() + at + kHashShift));
  }
  return joined(above, total(first), total(second));
}

__attribute__((target("avx2"))) void hash_by_avx2(const std::uint8_t* pixels, std::size_t count,
                                                  TileKey key, std::uint64_t* hashes) {
  for (; count >= kTile; count -= kTile, pixels += kTile * 4, ++hashes)
    *hashes = tile_by_avx2(pixels, kTile, key, *hashes);
  if (count == 0) return;
  std::uint8_t rest[kTile * 4] = {};
  std::memcpy(rest, pixels, count * 4);
  *hashes = tile_by_avx2(rest, (count + kTileStep - 1) / kTileStep * kTileStep, key, *hashes);
}

#endif

}  // namespace

void tile_row_portable(const std::uint8_t* pixels, std::size_t count, TileKey key,
                       std::uint64_t* hashes) {
  for (std::size_t at = 0; at < count; at += kTile, ++hashes)
    *hashes = one_tile(pixels + at * 4, std::min(kTile, count - at), key, *hashes);
}

#if defined(__x86_64__)
TileRowHasher tile_row_avx2() { return has_avx2() ? hash_by_avx2 : nullptr; }
#else
TileRowHasher tile_row_avx2() { return nullptr; }
#endif

TileRowHasher tile_row_hasher() {
  static const TileRowHasher best =
      tile_row_avx2() != nullptr ? tile_row_avx2() : tile_row_portable;
  return best;
}

}  // namespace native

#include "native/text/lines/edge_map.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "native/image/parallel_rows.hpp"
#include "native/image/pixels.hpp"

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

namespace native {
namespace {

// Of one of the three colours, 0 to 255. The stem of a grey letter at 8 pt is hardly stronger.
constexpr int kStepOfEdge = 16;
constexpr int kRowsOfAPart = 64;

bool is_edge(const std::uint8_t* pixel) {
  for (int i = 0; i < 3; ++i)
    if (std::abs(pixel[i] - pixel[i + 4]) >= kStepOfEdge) return true;
  return false;
}

#if defined(__x86_64__)

// Returns one bit for each of four pixels.
unsigned four_edges(const std::uint8_t* pixels) {
  const __m128i here = _mm_loadu_si128(reinterpret_cast<const __m128i*>(pixels));
  const __m128i next = _mm_loadu_si128(reinterpret_cast<const __m128i*>(pixels + 4));
  const __m128i apart = _mm_or_si128(_mm_subs_epu8(here, next), _mm_subs_epu8(next, here));
  constexpr unsigned kNoEdge = 0xff000000U | static_cast<unsigned>(kStepOfEdge - 1) * 0x010101U;
  const __m128i above = _mm_subs_epu8(apart, _mm_set1_epi32(static_cast<int>(kNoEdge)));
  const __m128i none = _mm_cmpeq_epi32(above, _mm_setzero_si128());
  return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(none))) ^ 15U;
}

std::uint64_t edges_of_64(const std::uint8_t* pixels) {
  std::uint64_t bits = 0;
  for (unsigned x = 0; x < 64; x += 4) bits |= std::uint64_t{four_edges(pixels + x * 4)} << x;
  return bits;
}

#else

std::uint64_t edges_of_64(const std::uint8_t* pixels) {
  std::uint64_t bits = 0;
  for (unsigned x = 0; x < 64; ++x)
    bits |= std::uint64_t{is_edge(pixels + static_cast<std::size_t>(x) * 4)} << x;
  return bits;
}

#endif

void mark_row(const std::uint8_t* pixels, std::size_t width, std::uint64_t* bits) {
  std::size_t x = 0;
  // The last pixel has no right neighbour.
  for (; x + 64 < width; x += 64) bits[x / 64] = edges_of_64(pixels + x * 4);
  for (; x + 1 < width; ++x) bits[x / 64] |= std::uint64_t{is_edge(pixels + x * 4)} << (x % 64);
}

// Combines each row with the one `by` rows further down (or up, when negative).
template <class Combine>
void with_row(EdgeMap& edges, int by, Combine combine) {
  const int height = edges.height;
  for (int i = 0; i < height; ++i) {
    const int y = by > 0 ? i : height - 1 - i;
    std::uint64_t* row = edges.row(y);
    const bool inside = y + by >= 0 && y + by < height;
    for (std::size_t word = 0; word < edges.words; ++word)
      row[word] = combine(row[word], inside ? edges.row(y + by)[word] : 0);
  }
}

// Combines each row with the `count` - 1 ones in that direction, in a few doublings.
template <class Combine>
void with_rows(EdgeMap& edges, int count, int direction, Combine combine) {
  for (int done = 1; done < count;) {
    const int by = std::min(done, count - done);
    with_row(edges, by * direction, combine);
    done += by;
  }
}

}  // namespace

EdgeMap edge_map(const Frame& frame) {
  EdgeMap edges;
  edges.width = frame.width;
  edges.height = frame.height;
  edges.words = (static_cast<std::size_t>(frame.width) + 63) / 64;
  edges.bits.resize(edges.words * static_cast<std::size_t>(frame.height));
  parallel_rows(frame.height, kRowsOfAPart, IdlePool::shared(), [&](int first, int end) {
    for (int y = first; y < end; ++y)
      mark_row(row_of(frame, y), static_cast<std::size_t>(frame.width), edges.row(y));
  });
  return edges;
}

void clear_long_columns(EdgeMap& edges, int longest) {
  const int count = longest + 1;
  if (edges.height < count) return;
  EdgeMap columns = edges;
  // The sides of one table cell begin a few rows below those of the cell above.
  const auto either = [](std::uint64_t a, std::uint64_t b) { return a | b; };
  with_row(columns, 1, either);
  with_row(columns, -1, either);
  with_rows(columns, count, 1, [](std::uint64_t a, std::uint64_t b) { return a & b; });
  with_rows(columns, count, -1, either);
  for (std::size_t i = 0; i < edges.bits.size(); ++i) edges.bits[i] &= ~columns.bits[i];
}

void clear_sides(EdgeMap& edges, const Rect& area) {
  for (const int x : {area.x - 1, area.x + area.width - 1}) {
    if (x < 0 || x >= edges.width) continue;
    const std::uint64_t others = ~(std::uint64_t{1} << (x % 64));
    for (int y = std::max(area.y, 0); y < std::min(area.y + area.height, edges.height); ++y)
      edges.row(y)[x / 64] &= others;
  }
}

int count_bits(const EdgeMap& edges, int y, int left, int right) {
  const std::uint64_t* row = edges.row(y);
  const int first = left / 64;
  const int last = (right - 1) / 64;
  int count = 0;
  for (int word = first; word <= last; ++word) {
    std::uint64_t bits = row[word];
    if (word == first) bits &= ~std::uint64_t{0} << (left % 64);
    if (word == last) bits &= ~std::uint64_t{0} >> (63 - (right - 1) % 64);
    count += std::popcount(bits);
  }
  return count;
}

}  // namespace native

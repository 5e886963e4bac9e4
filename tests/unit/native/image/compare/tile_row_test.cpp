#include "native/image/compare/tile_row.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace native {
namespace {

using Numbers = std::vector<std::uint32_t>;
using Hashes = std::vector<std::uint64_t>;

// rapidcheck's own vectors are small and full of zeros; keys and rows are not.
class Noise {
 public:
  Noise() : state_(*rc::gen::arbitrary<std::uint32_t>() | 1U) {}
  std::uint32_t word() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 17;
    return state_ ^= state_ << 5;
  }

 private:
  std::uint32_t state_;
};

Numbers some_key() {
  Noise noise;
  Numbers key(TileKey::extent);
  std::generate(key.begin(), key.end(), [&] { return noise.word(); });
  return key;
}

TileKey as_key(const Numbers& key) { return TileKey(key.data(), TileKey::extent); }

std::size_t tiles_in(std::size_t count) { return (count + kTileSide - 1) / kTileSide; }

std::vector<std::uint8_t> some_row(std::size_t count) {
  Noise noise;
  std::vector<std::uint8_t> row(count * 4);
  std::generate(row.begin(), row.end(),
                [&] { return static_cast<std::uint8_t>(noise.word() >> 24); });
  return row;
}

RC_GTEST_PROP(TileRowProperty, VectorsAndPlainCodeAgreeAtAnyPlace, ()) {
  const TileRowHasher fast = tile_row_avx2();
  if (fast == nullptr) {
    RC_ASSERT(tile_row_hasher() == tile_row_portable);
    return;
  }
  const auto count = *rc::gen::inRange<std::size_t>(0, 400);
  const auto shift = *rc::gen::inRange<std::size_t>(0, 32);
  const auto row = some_row(count + shift);
  const Numbers key = some_key();
  Hashes plain(tiles_in(count), *rc::gen::arbitrary<std::uint64_t>());
  Hashes quick = plain;
  tile_row_portable(row.data() + shift, count, as_key(key), plain.data());
  fast(row.data() + shift, count, as_key(key), quick.data());
  RC_ASSERT(plain == quick);
}

RC_GTEST_PROP(TileRowProperty, ColoursCountAndTheFourthByteDoesNot, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 200);
  auto row = some_row(count);
  const Numbers key = some_key();
  Hashes before(tiles_in(count), 7), after = before, other = before;
  const TileRowHasher hash = tile_row_hasher();
  hash(row.data(), count, as_key(key), before.data());
  const auto pixel = *rc::gen::inRange<std::size_t>(0, count);
  row[pixel * 4 + 3] ^= 0x5A;
  hash(row.data(), count, as_key(key), after.data());
  RC_ASSERT(before == after);
  row[pixel * 4 + *rc::gen::inRange<std::size_t>(0, 3)] ^= 0x5A;
  hash(row.data(), count, as_key(key), other.data());
  for (std::size_t tile = 0; tile < before.size(); ++tile)
    RC_ASSERT((before[tile] != other[tile]) == (tile == pixel / kTileSide));
}

// Worked out by hand: with keys 1, 2, 3 … a black row of two pixels is eight black ones.
TEST(TileRow, IsNhWithShiftedKeys) {
  Numbers key(TileKey::extent);
  std::iota(key.begin(), key.end(), 1U);
  const std::vector<std::uint8_t> row = {1, 0, 0, 255, 0, 1, 0, 255};
  // (1 + 1)(256 + 2) + 3·4 + 5·6 + 7·8, and (1 + 5)(256 + 6) + 7·8 + 9·10 + 11·12.
  const std::uint64_t first = 516 + 12 + 30 + 56, second = 1572 + 56 + 90 + 132;
  std::uint64_t mixed = (9 ^ first) * 0x9E3779B97F4A7C15;
  mixed ^= mixed >> 29;
  Hashes hash(1, 9);
  tile_row_hasher()(row.data(), 2, as_key(key), hash.data());
  EXPECT_EQ(hash[0], (mixed ^ second) * 0xBF58476D1CE4E5B9 + 1);
}

}  // namespace
}  // namespace native

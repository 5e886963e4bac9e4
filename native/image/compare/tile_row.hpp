#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// What one row of pixels adds to the hashes of the tiles that it runs through: NH (the universal
// hash of UMAC, RFC 4418, 5.2.2) twice with shifted keys. Two rows that differ have the same two
// sums with a probability of 2^-64, whatever is painted, because the keys are a secret of this
// process.
namespace native {

constexpr int kTileSide = 64;

// Two keys for the pixels of one tile's row: the second begins four words further on.
using TileKey = std::span<const std::uint32_t, kTileSide + 4>;

// Mixes `count` pixels (B, G, R and a byte that does not count) into one hash for each 64 of them.
using TileRowHasher = void (*)(const std::uint8_t* pixels, std::size_t count, TileKey key,
                               std::uint64_t* hashes);

void tile_row_portable(const std::uint8_t* pixels, std::size_t count, TileKey key,
                       std::uint64_t* hashes);
// Null when this processor (or the compiler's target) has no AVX2. Its hashes are the same.
TileRowHasher tile_row_avx2();
// The fastest one here.
TileRowHasher tile_row_hasher();

}  // namespace native

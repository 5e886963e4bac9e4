#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

// Hashes a row of pixels for the tiles that it crosses: NH (the universal hash of UMAC, RFC 4418,
// 5.2.2) twice with shifted keys. Two different rows have the same two sums with a probability of
// 2^-64, whatever is painted, because the keys are a secret of this process.
namespace native {

constexpr int kTileSide = 64;

// Two keys for the pixels of one tile's row: the second starts four words later.
using TileKey = std::span<const std::uint32_t, kTileSide + 4>;

// Adds `count` pixels (B, G, R and an ignored byte) to the hashes, one hash for each 64 pixels.
using TileRowHasher = void (*)(const std::uint8_t* pixels, std::size_t count, TileKey key,
                               std::uint64_t* hashes);

void tile_row_portable(const std::uint8_t* pixels, std::size_t count, TileKey key,
                       std::uint64_t* hashes);
// Returns null when this processor (or the compiler's target) has no AVX2. Its hashes are the same.
TileRowHasher tile_row_avx2();
// Returns the fastest hasher for this processor.
TileRowHasher tile_row_hasher();

}  // namespace native

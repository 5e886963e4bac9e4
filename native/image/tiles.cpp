#include "native/image/tiles.hpp"

#define XXH_INLINE_ALL  // a shared library more would cost at every start
#include <xxhash.h>

#include <algorithm>

#include "native/desktop/error.hpp"
#include "native/image/hash_secret.hpp"
#include "native/image/pixels.hpp"

namespace native {
namespace {

// Different in every bit whenever either is; for one of them fixed, no two of the other agree.
std::uint64_t joined(std::uint64_t above, std::uint64_t row) {
  std::uint64_t mixed = (above ^ row) * 0x9E3779B97F4A7C15;
  mixed ^= mixed >> 29;
  return mixed * 0xBF58476D1CE4E5B9 + 1;
}

}  // namespace

TileHasher::TileHasher(int width, int height)
    : columns_(static_cast<std::size_t>((width + kTileSide - 1) / kTileSide)) {
  tiles_.width = width;
  tiles_.height = height;
  tiles_.hashes.reserve(columns_ * static_cast<std::size_t>((height + kTileSide - 1) / kTileSide));
}

void TileHasher::add(const std::uint8_t* pixels, std::size_t stride, int rows) {
  if (rows > tiles_.height - rows_)
    throw Error("INTERNAL_ERROR", "A picture got more rows than it has");
  constexpr std::size_t kTileBytes = std::size_t{kTileSide} * 4;
  const std::size_t row_bytes = static_cast<std::size_t>(tiles_.width) * 4;
  for (int row = 0; row < rows; ++row, pixels += stride) {
    if (rows_ % kTileSide == 0) {
      open_ = columns_;
      tiles_.hashes.resize(tiles_.hashes.size() + columns_, 0);
    }
    std::uint64_t* hash = tiles_.hashes.data() + tiles_.hashes.size() - columns_;
    for (std::size_t at = 0; at < row_bytes; at += kTileBytes, ++hash)
      *hash =
          joined(*hash, XXH3_64bits_withSecret(pixels + at, std::min(kTileBytes, row_bytes - at),
                                               hash_secret().data(), hash_secret().size()));
    ++rows_;
    if (rows_ % kTileSide == 0 || rows_ == tiles_.height) open_ = 0;
  }
}

Tiles TileHasher::finish() {
  if (rows_ != tiles_.height) throw Error("INTERNAL_ERROR", "A picture got fewer rows than it has");
  return std::move(tiles_);
}

Tiles tiles_of(const Frame& frame) {
  require_pixels(frame);
  TileHasher hasher(frame.width, frame.height);
  hasher.add(frame.pixels.data(), frame.stride, frame.height);
  return hasher.finish();
}

void TileSink::begin(const FrameInfo& info, const std::vector<Window>& windows) {
  sink_.begin(info, windows);
  hasher_ = TileHasher(info.width, info.height);
}

void TileSink::strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) {
  hasher_.add(pixels, stride, rows);
  sink_.strip(y, rows, pixels, stride);
}

void SameSink::begin(const FrameInfo& info, const std::vector<Window>&) {
  same_ = info.width == expected_.width && info.height == expected_.height;
  hasher_ = TileHasher(info.width, info.height);
}

void SameSink::strip(int, int rows, std::uint8_t* pixels, std::size_t stride) {
  if (!same_) return;
  hasher_.add(pixels, stride, rows);
  for (; same_ && compared_ < hasher_.done(); ++compared_)
    same_ = hasher_.so_far().hashes[compared_] == expected_.hashes[compared_];
}

}  // namespace native

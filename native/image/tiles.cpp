#include "native/image/tiles.hpp"

#include <utility>

#include "native/desktop/error.hpp"
#include "native/image/hash_secret.hpp"
#include "native/image/pixels.hpp"

namespace native {
namespace {

TileKey tile_key() {
  const std::span<const std::uint32_t> secret = hash_secret();
  return secret.first<TileKey::extent>();
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
  const TileRowHasher hash_row = tile_row_hasher();
  const TileKey key = tile_key();
  const auto width = static_cast<std::size_t>(tiles_.width);
  for (int row = 0; row < rows; ++row, pixels += stride) {
    if (rows_ % kTileSide == 0) {
      open_ = columns_;
      tiles_.hashes.resize(tiles_.hashes.size() + columns_, 0);
    }
    hash_row(pixels, width, key, tiles_.hashes.data() + tiles_.hashes.size() - columns_);
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

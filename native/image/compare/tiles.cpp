#include "native/image/compare/tiles.hpp"

#include <utility>

#include "native/desktop/error.hpp"
#include "native/image/compare/hash_secret.hpp"
#include "native/image/pixels.hpp"

namespace native {
namespace {

TileKey tile_key() {
  const std::span<const std::uint32_t> secret = hash_secret();
  return secret.first<TileKey::extent>();
}

}  // namespace

TileHasher::TileHasher(int width, int height, bool translucent)
    : columns_(static_cast<std::size_t>((width + kTileSide - 1) / kTileSide)),
      alpha_(translucent ? static_cast<std::size_t>(width) * 4 : 0) {
  tiles_.width = width;
  tiles_.height = height;
  tiles_.hashes.reserve(columns_ * static_cast<std::size_t>((height + kTileSide - 1) / kTileSide));
}

void TileHasher::add(const std::uint8_t* pixels, std::size_t stride, int rows) {
  if (rows > tiles_.height - rows_) throw Error("INTERNAL_ERROR", "picture got too many rows");
  const TileRowHasher hash_row = tile_row_hasher();
  const TileKey key = tile_key();
  const auto width = static_cast<std::size_t>(tiles_.width);
  for (int row = 0; row < rows; ++row, pixels += stride) {
    if (rows_ % kTileSide == 0) {
      open_ = columns_;
      tiles_.hashes.resize(tiles_.hashes.size() + columns_, 0);
    }
    std::uint64_t* hashes = tiles_.hashes.data() + tiles_.hashes.size() - columns_;
    hash_row(pixels, width, key, hashes);
    if (!alpha_.empty()) add_alpha(pixels, hashes);
    ++rows_;
    if (rows_ % kTileSide == 0 || rows_ == tiles_.height) open_ = 0;
  }
}

void TileHasher::add_alpha(const std::uint8_t* row, std::uint64_t* hashes) {
  for (std::size_t i = 0; i < alpha_.size(); i += 4) alpha_[i] = row[i + 3];
  tile_row_hasher()(alpha_.data(), alpha_.size() / 4, tile_key(), hashes);
}

Tiles TileHasher::finish() {
  if (rows_ != tiles_.height) throw Error("INTERNAL_ERROR", "picture got too few rows");
  return std::move(tiles_);
}

Tiles tiles_of(const Frame& frame) {
  require_pixels(frame);
  TileHasher hasher(frame.width, frame.height, frame.translucent);
  hasher.add(frame.pixels.data(), frame.stride, frame.height);
  return hasher.finish();
}

void TileSink::begin(const FrameInfo& info) {
  sink_.begin(info);
  hasher_ = TileHasher(info.width, info.height, info.translucent);
}

void TileSink::strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) {
  hasher_.add(pixels, stride, rows);
  sink_.strip(y, rows, pixels, stride);
}

void SameSink::begin(const FrameInfo& info) {
  same_ = info.width == expected_.width && info.height == expected_.height;
  hasher_ = TileHasher(info.width, info.height, info.translucent);
  compared_ = 0;
}

void SameSink::strip(int, int rows, std::uint8_t* pixels, std::size_t stride) {
  if (!same_) return;
  hasher_.add(pixels, stride, rows);
  for (; same_ && compared_ < hasher_.done(); ++compared_)
    same_ = hasher_.so_far().hashes[compared_] == expected_.hashes[compared_];
}

}  // namespace native

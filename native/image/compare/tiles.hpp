#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/image/compare/tile_row.hpp"

// Represents a picture by one hash for each square of it: enough to find out whether another
// picture is the same, without keeping either. Hashes are valid within one process.
namespace native {

struct Tiles {
  int width = 0;  // of the picture, in pixels
  int height = 0;
  std::vector<std::uint64_t> hashes;  // row by row
  std::uint64_t tag = 0;              // what else must be equal, by the choice of the owner

  bool operator==(const Tiles&) const = default;
};

// Makes Tiles from rows, from top to bottom: B, G, R and a byte that is ignored unless the picture
// is translucent.
class TileHasher {
 public:
  TileHasher() = default;
  TileHasher(int width, int height, bool translucent = false);

  void add(const std::uint8_t* pixels, std::size_t stride, int rows);
  // Call after the last row.
  Tiles finish();
  // Returns the number of finished tiles.
  std::size_t done() const { return tiles_.hashes.size() - open_; }
  const Tiles& so_far() const { return tiles_; }

 private:
  void add_alpha(const std::uint8_t* row, std::uint64_t* hashes);

  Tiles tiles_;
  std::size_t columns_ = 0;
  std::vector<std::uint8_t> alpha_;  // one row of alpha as gray pixels; empty for an opaque picture
  std::size_t open_ = 0;             // unfinished tiles at the end of tiles_
  int rows_ = 0;                     // added so far
};

Tiles tiles_of(const Frame& frame);

// Passes a capture on to another sink and makes Tiles from it.
class TileSink : public StripSink {
 public:
  explicit TileSink(StripSink& sink) : sink_(sink) {}
  bool wants_alpha() const override { return sink_.wants_alpha(); }
  void begin(const FrameInfo& info) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;
  Tiles take() { return hasher_.finish(); }

 private:
  StripSink& sink_;
  TileHasher hasher_;
};

// Compares a capture with the Tiles of an earlier one, without keeping it. Skips the rest after the
// first difference.
class SameSink : public StripSink {
 public:
  explicit SameSink(const Tiles& expected) : expected_(expected) {}
  bool wants_alpha() const override { return false; }
  void begin(const FrameInfo& info) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;
  // Call after the last strip.
  bool same() const { return same_ && compared_ == expected_.hashes.size(); }

 private:
  const Tiles& expected_;
  TileHasher hasher_;
  std::size_t compared_ = 0;  // tiles
  bool same_ = false;
};

}  // namespace native

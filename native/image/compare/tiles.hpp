#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "native/desktop/desktop.hpp"
#include "native/image/compare/tile_row.hpp"

// What a picture shows, as one number for each square of it: enough to tell that another picture
// is the same, without keeping either. The numbers hold within one process.
namespace native {

struct Tiles {
  int width = 0;  // of the picture, in pixels
  int height = 0;
  std::vector<std::uint64_t> hashes;  // row by row

  bool operator==(const Tiles&) const = default;
};

// Makes Tiles of rows that come from the top down: B, G, R and a byte that counts only in a
// translucent picture.
class TileHasher {
 public:
  TileHasher() = default;
  TileHasher(int width, int height, bool translucent = false);

  void add(const std::uint8_t* pixels, std::size_t stride, int rows);
  // After the last row.
  Tiles finish();
  // How many tiles are done.
  std::size_t done() const { return tiles_.hashes.size() - open_; }
  const Tiles& so_far() const { return tiles_; }

 private:
  void add_alpha(const std::uint8_t* row, std::uint64_t* hashes);

  Tiles tiles_;
  std::size_t columns_ = 0;
  std::vector<std::uint8_t> alpha_;  // one row of it as grey; empty unless it counts
  std::size_t open_ = 0;             // tiles at the end of tiles_ that get more rows
  int rows_ = 0;                     // that have come
};

Tiles tiles_of(const Frame& frame);

// Hands a capture on to another sink and makes Tiles of it on the way.
class TileSink : public StripSink {
 public:
  explicit TileSink(StripSink& sink) : sink_(sink) {}
  bool wants_windows() const override { return sink_.wants_windows(); }
  bool wants_alpha() const override { return sink_.wants_alpha(); }
  void begin(const FrameInfo& info, const std::vector<Window>& windows) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;
  Tiles take() { return hasher_.finish(); }

 private:
  StripSink& sink_;
  TileHasher hasher_;
};

// Compares a capture with the Tiles of an earlier one, without keeping it. Once something differs,
// the rest is not looked at.
class SameSink : public StripSink {
 public:
  explicit SameSink(const Tiles& expected) : expected_(expected) {}
  bool wants_windows() const override { return false; }
  bool wants_alpha() const override { return false; }
  void begin(const FrameInfo& info, const std::vector<Window>& windows) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;
  // After the last strip.
  bool same() const { return same_ && compared_ == expected_.hashes.size(); }

 private:
  const Tiles& expected_;
  TileHasher hasher_;
  std::size_t compared_ = 0;  // tiles
  bool same_ = false;
};

}  // namespace native

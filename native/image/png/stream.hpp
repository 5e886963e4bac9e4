#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "native/image/codec/codec.hpp"
#include "native/image/png/method.hpp"

namespace native {

class IdlePool;
class PngFile;
class PngStrip;

// A PNG in the making, from rows that come from the top down. One thread drives it; with ISA-L the
// idle pool compresses strips meanwhile, and no more than a few strips are ever in memory
// uncompressed.
class PngStream {
 public:
  // "INVALID_ARGUMENT" unless both sides are at least 1.
  PngStream(int width, int height, PngMethod method, IdlePool& idle_pool,
            PngColour colour = PngColour::kRgb);
  PngStream(int width, int height, PngEffort effort, PngColour colour = PngColour::kRgb);
  ~PngStream();

  // Takes the next rows of `width` pixels (B, G, R, X; for RGBA those of a translucent frame); they
  // are not needed afterwards.
  void add(const std::uint8_t* bgrx, std::size_t stride, int rows);
  // The whole file, after the last row.
  Bytes finish();

 private:
  int rows_in_strip() const;
  void dispatch();

  const int width_;
  const PngMethod method_;
  const PngColour colour_;
  IdlePool& idle_pool_;
  int rows_left_;
  std::shared_ptr<PngFile> file_;
  const bool remember_;
  std::shared_ptr<PngStrip> filling_;
  std::vector<std::shared_ptr<PngStrip>> strips_;
};

}  // namespace native

#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "native/desktop/records.hpp"
#include "native/image/tiles.hpp"
#include "runtime/core/blob.hpp"

namespace native {

using TilesRef = std::shared_ptr<const Tiles>;

// The pixels of an image, or the PNG that holds the same ones. Immutable to those who use it; any
// thread.
class Picture {
 public:
  explicit Picture(Frame frame, TilesRef tiles = nullptr)
      : shape_(shape_of(frame)), frame_(std::move(frame)), tiles_(std::move(tiles)) {}
  // `shape` says all but the pixels.
  Picture(Frame shape, runtime::BlobRef png, TilesRef tiles = nullptr)
      : shape_(std::move(shape)), png_(std::move(png)), tiles_(std::move(tiles)) {}

  // Size, place and method; without pixels.
  const Frame& shape() const { return shape_; }
  // With pixels. Unpacks the PNG the first time: call it on a thread for computing.
  const Frame& frame() const;
  // Whether frame() has nothing to unpack.
  bool unpacked() const { return !png_ || ready_.load(std::memory_order_acquire); }
  // Null when there is none.
  const runtime::BlobRef& png() const { return png_; }
  // Null unless they were wanted.
  const TilesRef& tiles() const { return tiles_; }

 private:
  static Frame shape_of(const Frame& frame);

  const Frame shape_;
  mutable std::once_flag unpacked_;
  mutable std::optional<Frame> frame_;
  mutable std::atomic<bool> ready_{false};
  const runtime::BlobRef png_;
  const TilesRef tiles_;
};

using PictureRef = std::shared_ptr<const Picture>;

}  // namespace native

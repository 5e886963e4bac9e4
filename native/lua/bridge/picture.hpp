#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "native/desktop/records.hpp"
#include "native/image/compare/tiles.hpp"
#include "runtime/core/value/blob.hpp"

namespace native {

using TilesRef = std::shared_ptr<const Tiles>;
class Picture;
using PictureRef = std::shared_ptr<const Picture>;

// A picture's smaller version, when it was made along with it.
struct Fitted {
  double factor = 1;  // as Fit::factor() gives it
  PictureRef picture = nullptr;
};

// The pixels of an image, the PNG that holds the same ones, or both. Immutable to those who use it;
// any thread.
class Picture {
 public:
  // A frame without pixels says all but these; there is a PNG then.
  explicit Picture(Frame frame, runtime::BlobRef png = nullptr, TilesRef tiles = nullptr,
                   Fitted fitted = {});

  // Size, place and method; without pixels.
  const Frame& shape() const { return shape_; }
  // With pixels. Unpacks the PNG the first time: call it on a thread for computing.
  const Frame& frame() const;
  // Whether frame() has nothing to unpack.
  bool unpacked() const { return ready_.load(std::memory_order_acquire); }
  // Null when there is none.
  const runtime::BlobRef& png() const { return png_; }
  // Null unless they were wanted.
  const TilesRef& tiles() const { return tiles_; }
  // Its picture is null when none was wanted.
  const Fitted& fitted() const { return fitted_; }

 private:
  static Frame shape_of(const Frame& frame);

  const Frame shape_;
  mutable std::once_flag unpacked_;
  mutable std::optional<Frame> frame_;
  mutable std::atomic<bool> ready_{false};
  const runtime::BlobRef png_;
  const TilesRef tiles_;
  const Fitted fitted_;
};

}  // namespace native

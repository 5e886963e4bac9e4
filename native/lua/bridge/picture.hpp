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

// A smaller version of a picture, made in the same pass.
struct Fitted {
  double factor = 1;  // from Fit::factor()
  PictureRef picture = nullptr;
};

// The pixels of an image, the PNG that holds the same ones, or both. Immutable to its users; thread
// safe.
class Picture {
 public:
  // `frame` may lack pixels if there is a PNG.
  explicit Picture(Frame frame, runtime::BlobRef png = nullptr, TilesRef tiles = nullptr,
                   Fitted fitted = {});

  // Returns size, place and method; without pixels.
  const Frame& shape() const { return shape_; }
  // Returns the frame with pixels. Decodes the PNG at the first call, so call it on a thread for
  // computing.
  const Frame& frame() const;
  // Returns whether frame() has nothing to decode.
  bool unpacked() const { return ready_.load(std::memory_order_acquire); }
  // Null when there is none.
  const runtime::BlobRef& png() const { return png_; }
  // Null when they were not requested.
  const TilesRef& tiles() const { return tiles_; }
  // Its picture is null when none was requested.
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

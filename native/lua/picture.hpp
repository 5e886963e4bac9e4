#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>

#include "native/desktop/records.hpp"
#include "runtime/core/blob.hpp"

namespace native {

// The pixels of an image, or the PNG that holds the same ones. Immutable to those who use it; any
// thread.
class Picture {
 public:
  explicit Picture(Frame frame) : shape_(shape_of(frame)), frame_(std::move(frame)) {}
  // `shape` says all but the pixels.
  Picture(Frame shape, runtime::BlobRef png) : shape_(std::move(shape)), png_(std::move(png)) {}

  // Size, place and method; without pixels.
  const Frame& shape() const { return shape_; }
  // With pixels. Unpacks the PNG the first time: call it on a thread for computing.
  const Frame& frame() const;
  // Whether frame() has nothing to unpack.
  bool unpacked() const { return !png_ || ready_.load(std::memory_order_acquire); }
  // Null when there is none.
  const runtime::BlobRef& png() const { return png_; }

 private:
  static Frame shape_of(const Frame& frame);

  const Frame shape_;
  mutable std::once_flag unpacked_;
  mutable std::optional<Frame> frame_;
  mutable std::atomic<bool> ready_{false};
  const runtime::BlobRef png_;
};

using PictureRef = std::shared_ptr<const Picture>;

}  // namespace native

#include "native/lua/picture.hpp"

#include "native/image/codec.hpp"

namespace native {

Frame Picture::shape_of(const Frame& frame) {
  Frame shape;
  shape.width = frame.width;
  shape.height = frame.height;
  shape.stride = frame.stride;
  shape.origin = frame.origin;
  shape.scale = frame.scale;
  shape.method = frame.method;
  shape.note = frame.note;
  return shape;
}

const Frame& Picture::frame() const {
  if (!png_) return *frame_;
  std::call_once(unpacked_, [this] {
    Frame frame = decode(png_->bytes());
    frame.origin = shape_.origin;
    frame.scale = shape_.scale;
    frame.method = shape_.method;
    frame_ = std::move(frame);
    ready_.store(true, std::memory_order_release);
  });
  return *frame_;
}

}  // namespace native

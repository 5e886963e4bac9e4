#include "native/lua/bridge/picture.hpp"

#include <utility>

#include "native/image/codec/codec.hpp"

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
  shape.translucent = frame.translucent;
  shape.menus = frame.menus;
  shape.excluded_windows = frame.excluded_windows;
  shape.excluded = frame.excluded;
  shape.masked = frame.masked;
  shape.from_screen = frame.from_screen;
  return shape;
}

Picture::Picture(Frame frame, runtime::BlobRef png, TilesRef tiles, Fitted fitted)
    : shape_(shape_of(frame)),
      png_(std::move(png)),
      tiles_(std::move(tiles)),
      fitted_(std::move(fitted)) {
  if (png_ && frame.pixels.empty()) return;
  frame_ = std::move(frame);
  ready_ = true;
}

const Frame& Picture::frame() const {
  if (unpacked()) return *frame_;
  std::call_once(unpacked_, [this] {
    constexpr std::uint64_t kAnyCapture = 200'000'000;  // pixels; the file is our own
    Frame frame = decode(png_->bytes(), kAnyCapture, {}, Alpha::kKept);
    frame.origin = shape_.origin;
    frame.scale = shape_.scale;
    frame.method = shape_.method;
    frame.from_screen = shape_.from_screen;
    frame.excluded = shape_.excluded;
    frame_ = std::move(frame);
    ready_.store(true, std::memory_order_release);
  });
  return *frame_;
}

}  // namespace native

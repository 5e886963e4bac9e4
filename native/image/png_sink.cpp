#include "native/image/png_sink.hpp"

namespace native {

void PngSink::begin(const FrameInfo& info, const std::vector<Window>&) {
  if (info.width <= 0 || info.height <= 0)
    throw Error("CAPTURE_FAILED", "The capture delivered an empty picture");
  stream_ = std::make_unique<PngStream>(info.width, info.height, PngEffort::kFast);
  shape_ = {};
  shape_.width = info.width;
  shape_.height = info.height;
  shape_.stride = static_cast<std::size_t>(info.width) * 4;
  shape_.origin = info.origin;
  shape_.scale = info.scale;
  shape_.method = info.method;
  shape_.note = info.note;
  gathered_ = 0;
}

void PngSink::strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) {
  if (y != gathered_ || rows < 0 || rows > shape_.height - y || stride < shape_.stride)
    throw Error("INTERNAL_ERROR", "The capture delivered its strips out of order");
  stream_->add(pixels, stride, rows);
  gathered_ += rows;
}

}  // namespace native

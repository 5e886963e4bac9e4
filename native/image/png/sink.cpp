#include "native/image/png/sink.hpp"

#include "native/image/frame.hpp"

namespace native {

void PngSink::begin(const FrameInfo& info, const std::vector<Window>&) {
  shape_ = announced(info);
  stream_ = std::make_unique<PngStream>(info.width, info.height, PngEffort::kFast,
                                        png_colour(info.translucent));
  gathered_ = 0;
}

void PngSink::strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) {
  require_next(shape_, gathered_, y, rows, stride);
  stream_->add(pixels, stride, rows);
  gathered_ += rows;
}

}  // namespace native

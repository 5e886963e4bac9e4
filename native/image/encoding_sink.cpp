#include "native/image/encoding_sink.hpp"

#include <utility>

#include "native/image/frame.hpp"

namespace native {

EncodingSink::EncodingSink(const Encoding& encoding, OpenOutput open)
    : encoding_(encoding), open_(std::move(open)) {}

void EncodingSink::begin(const FrameInfo& info) {
  shape_ = announced(info);
  const PictureShape shape{info.width, info.height, info.translucent};
  encoder_ = nullptr;  // before another output is opened
  encoder_ = make_encoder(encoding_, shape, open_());
  gathered_ = 0;
}

void EncodingSink::strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) {
  require_next(shape_, gathered_, y, rows, stride);
  encoder_->add(pixels, stride, rows);
  gathered_ += rows;
}

void EncodingSink::finish() {
  if (!encoder_) throw Error("INTERNAL_ERROR", "capture delivered no picture");
  encoder_->finish();
}

}  // namespace native

#include "native/image/scale/scale_sink.hpp"

namespace native {

void ScaleSink::begin(const FrameInfo& info) {
  if (info.width <= 0 || info.height <= 0)
    throw Error("CAPTURE_FAILED", "capture delivered an empty picture");
  factor_ = fit_.factor(info.width, info.height);
  taken_ = written_ = 0;
  scaler_.reset();
  dropped_ = factor_ == 1 && small_ == Small::kIsDropped;
  if (dropped_) return;
  FrameInfo made = info;
  if (possible_factor(info.width, info.height, factor_) < 1) {
    scaler_.emplace(info.width, info.height, factor_, idle_pool_, info.translucent);
    made.width = scaler_->width();
    made.height = scaler_->height();
    made.scale = info.scale * scaler_->factor();
  }
  sink_.begin(made);
}

void ScaleSink::strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) {
  if (dropped_) return;
  if (!scaler_) return sink_.strip(y, rows, pixels, stride);
  if (y != taken_) throw Error("INTERNAL_ERROR", "capture delivered its strips out of order");
  const std::size_t target_stride = static_cast<std::size_t>(scaler_->width()) * 4;
  const auto ready = static_cast<std::size_t>(scaler_->ready(rows));
  if (scaled_.size() < ready * target_stride) scaled_.resize(ready * target_stride);
  const int made = scaler_->add(pixels, stride, rows, scaled_.data(), target_stride);
  taken_ += rows;
  if (made > 0) sink_.strip(written_, made, scaled_.data(), target_stride);
  written_ += made;
}

}  // namespace native

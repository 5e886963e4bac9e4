#pragma once

#include <memory>

#include "native/desktop/desktop.hpp"
#include "native/image/png/stream.hpp"

namespace native {

// Encodes one capture as PNG while its strips arrive, without a frame in between.
class PngSink : public StripSink {
 public:
  bool wants_windows() const override { return false; }
  bool wants_alpha() const override { return false; }
  void begin(const FrameInfo& info, const std::vector<Window>& windows) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;
  // Call after the capture: finish() returns the file, shape() the picture's facts without pixels.
  Bytes finish() { return stream_->finish(); }
  const Frame& shape() const { return shape_; }

 private:
  std::unique_ptr<PngStream> stream_;
  Frame shape_;
  int gathered_ = 0;  // rows received so far
};

}  // namespace native

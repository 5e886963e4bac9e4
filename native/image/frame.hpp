#pragma once

#include "native/desktop/desktop.hpp"

// Pictures in memory: gathering strips, cutting, shrinking.
namespace native {

// Gathers the strips of one capture into a Frame.
class FrameSink : public StripSink {
 public:
  bool wants_windows() const override { return false; }
  void begin(const FrameInfo& info, const std::vector<Window>& windows) override;
  void strip(int y, int rows, std::uint8_t* pixels, std::size_t stride) override;
  Frame take() { return std::move(frame_); }

 private:
  Frame frame_;
};

// `region` is in the picture's own pixels. "INVALID_ARGUMENT" when nothing of it is inside.
Frame crop(const Frame& frame, const Rect& region);

// Area-averaged in linear light; never enlarges. "INVALID_ARGUMENT" unless both sides are 1 or
// more.
Frame scale(const Frame& frame, int width, int height);

}  // namespace native

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
  Frame take();

 private:
  Frame frame_;
  int gathered_ = 0;  // rows
};

// `region` is in the picture's own pixels. "INVALID_ARGUMENT" when nothing of it is inside. The
// origin of a scaled picture's part is rounded outwards to whole desktop pixels.
Frame crop(const Frame& frame, const Rect& region);

// The picture at `factor` times its size, area-averaged in linear light. The map back stays exact:
// the target pixel (u, v) shows the source from (u, v) / factor to (u + 1, v + 1) / factor, so
// sides are rounded up and the last column and row may show less than a whole square. The longer
// side keeps at least one pixel. "INVALID_ARGUMENT" unless 0 < factor <= 1.
Frame scale(const Frame& frame, double factor);

// The largest factor, at most 1, that keeps a picture of this size within limits; 0 is no limit.
double fitting_factor(int width, int height, int max_width, int max_height);

}  // namespace native
